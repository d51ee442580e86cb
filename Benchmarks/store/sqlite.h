// SQLite for the floors, as widgetd sets it.
#pragma once
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static inline void check(int code, sqlite3 *db, const char *what)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

static inline void run(sqlite3 *db, const char *sql) { check(sqlite3_exec(db, sql, 0, 0, 0), db, sql); }

static inline sqlite3 *open_file(const char *path)
{
    sqlite3 *db;
    check(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, 0), db, path);
    run(db, "PRAGMA journal_mode = WAL");
    run(db, "PRAGMA synchronous = FULL");
    run(db, "PRAGMA journal_size_limit = 8388608");
    run(db, "PRAGMA cache_size = -1024");
    return db;
}

static inline sqlite3 *open_database(const char *directory, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return open_file(path);
}

static inline sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0), db, sql);
    return statement;
}

static inline void step(sqlite3_stmt *statement)
{
    check(sqlite3_step(statement), sqlite3_db_handle(statement), sqlite3_sql(statement));
    sqlite3_reset(statement);
}
