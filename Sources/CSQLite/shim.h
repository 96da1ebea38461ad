#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a macro that Swift cannot import: the bytes are copied at the call. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* SQLITE_FCNTL_HAS_MOVED: 1 when the main file is not what its path leads to any more. */
static inline int csqlite_has_moved(sqlite3 *database) {
  int moved = 0;
  int status = sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
  return status == SQLITE_OK && moved;
}

/* sqlite3_db_config is variadic. Turns on SQLITE_DBCONFIG_DEFENSIVE and turns off what a schema or a
 * quoting slip could abuse. */
static inline int csqlite_harden(sqlite3 *database) {
  int status = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (status == SQLITE_OK)
    status = sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (status == SQLITE_OK)
    status = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  if (status == SQLITE_OK)
    status = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  return status;
}
