#include "ctoml.h"

#include <cstdio>
#include <exception>
#include <string_view>

#include <toml++/toml.h>

namespace {

ctoml_place place_of(const toml::source_region &region) {
  return {region.begin.line, region.begin.column};
}

struct Walker {
  ctoml_visitor visitor;
  void *context;

  void step(ctoml_step step, const toml::key *key, const toml::node &node) const {
    if (key != nullptr) {
      step.key = key->str().data();
      step.key_length = key->str().size();
      step.key_place = place_of(key->source());
    }
    step.place = place_of(node.source());
    visitor(context, &step);
  }

  void end() const {
    ctoml_step step{};
    step.kind = CTOML_END;
    visitor(context, &step);
  }

  void walk(const toml::key *key, const toml::node &node, int depth) const {
    if (depth > CTOML_DEEPEST) {
      throw toml::parse_error("tables and lists are nested too deeply", node.source());
    }
    ctoml_step out{};
    if (const auto *table = node.as_table()) {
      out.kind = CTOML_TABLE_BEGIN;
      step(out, key, node);
      for (const auto &[name, child] : *table) walk(&name, child, depth + 1);
      end();
    } else if (const auto *array = node.as_array()) {
      out.kind = CTOML_ARRAY_BEGIN;
      step(out, key, node);
      for (const auto &child : *array) walk(nullptr, child, depth + 1);
      end();
    } else {
      leaf(out, key, node);
    }
  }

  void leaf(ctoml_step out, const toml::key *key, const toml::node &node) const {
    if (const auto *text = node.as_string()) {
      out.kind = CTOML_STRING;
      out.text = text->get().data();
      out.text_length = text->get().size();
    } else if (const auto *integer = node.as_integer()) {
      out.kind = CTOML_INTEGER;
      out.integer = integer->get();
    } else if (const auto *real = node.as_floating_point()) {
      out.kind = CTOML_REAL;
      out.real = real->get();
    } else if (const auto *boolean = node.as_boolean()) {
      out.kind = CTOML_BOOLEAN;
      out.integer = boolean->get() ? 1 : 0;
    } else {
      out.kind = CTOML_DATE;
    }
    step(out, key, node);
  }
};

int fail(ctoml_error *error, std::string_view message, ctoml_place place) {
  std::snprintf(error->message, sizeof error->message, "%.*s", static_cast<int>(message.size()),
                message.data());
  error->place = place;
  return -1;
}

}  // namespace

int ctoml_walk(const char *text, size_t length, ctoml_visitor visitor, void *context,
               ctoml_error *error) {
  try {
    const toml::table root = toml::parse(std::string_view(text, length));
    Walker{visitor, context}.walk(nullptr, root, 0);
    return 0;
  } catch (const toml::parse_error &problem) {
    return fail(error, problem.description(), place_of(problem.source()));
  } catch (const std::exception &problem) {
    return fail(error, problem.what(), {1, 1});
  } catch (...) {
    return fail(error, "the text could not be read", {1, 1});
  }
}
