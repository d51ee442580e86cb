#pragma once
#include <sqlite3.h>

/// SQLite keeps no account of its memory, for which it takes a lock at each allocation: a tenth of what writing a row costs. Without effect once SQLite is in use.
static inline int widgetd_sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// The last connection that closes leaves the write-ahead log where it is.
static inline void widgetd_sqlite_without_checkpoint_at_close(sqlite3 *db) { sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0); }
