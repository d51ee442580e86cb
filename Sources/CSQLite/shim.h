#pragma once
#include <sqlite3.h>

/// SQLite keeps no account of its memory, for which it takes a lock at each allocation: a tenth of what writing a row costs. Without effect once SQLite is in use.
static inline int widgetd_sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
