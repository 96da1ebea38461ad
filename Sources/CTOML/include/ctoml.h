/* A C door to toml++: parses TOML 1.0 and hands the tree to a visitor. No exception leaves it. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where something stands, from 1. */
typedef struct {
  uint32_t line;
  uint32_t column;
} ctoml_place;

/* What the visitor is handed. */
typedef enum {
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_REAL,
  CTOML_BOOLEAN,
  CTOML_DATE,
  CTOML_TABLE_BEGIN,
  CTOML_ARRAY_BEGIN,
  CTOML_END,
} ctoml_kind;

/* One step of the walk. `key` is NULL inside an array; text is lent for the call only. */
typedef struct {
  ctoml_kind kind;
  const char *key;
  size_t key_length;
  ctoml_place key_place;
  ctoml_place place;
  const char *text;
  size_t text_length;
  int64_t integer;
  double real;
} ctoml_step;

typedef void (*ctoml_visitor)(void *context, const ctoml_step *step);

/* Why a text is no TOML. */
typedef struct {
  char message[512];
  ctoml_place place;
} ctoml_error;

/* Tables and lists nested deeper than this are refused. */
enum { CTOML_DEEPEST = 64 };

/* Walks the whole tree, the root table first; returns 0, or -1 and fills `error`, perhaps after some
   steps. */
int ctoml_walk(const char *text, size_t length, ctoml_visitor visitor, void *context,
               ctoml_error *error);

#ifdef __cplusplus
}
#endif
