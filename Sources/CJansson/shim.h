/* jansson's function-like macros, which Swift does not import. */
#pragma once
#include <jansson.h>

static inline int cjansson_type(const json_t *value) { return (int)json_typeof(value); }

/* Reads one document; refuses duplicates, takes any value at the top. */
static inline json_t *cjansson_load(const char *bytes, size_t length, json_error_t *error) {
  return json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, error);
}

static inline int cjansson_error_code(const json_error_t *error) {
  return (int)json_error_code(error);
}

static inline void cjansson_release(json_t *value) { json_decref(value); }
