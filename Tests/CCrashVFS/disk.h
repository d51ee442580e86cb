#ifndef WIDGETD_CRASH_DISK_H
#define WIDGETD_CRASH_DISK_H

#include "CCrashVFS.h"

#include <sqlite3.h>
#include <stddef.h>

// What an operation of SQLite's does to the disk; faults strike sets of them.
enum disk_operation {
    disk_read = 1,
    disk_look = 2,
    disk_map = 4,
    disk_create = 8,
    disk_write = 16,
    disk_sync = 32,
    disk_truncate = 64,
    disk_delete = 128,
};

uint64_t crash_digest(uint64_t hash, const void *bytes, size_t count);

// One file's bytes, whatever its name is by now.
struct content;

// All calls below are made with the lock held.
void disk_lock(void);
void disk_unlock(void);

// The name of a watched file within the directory; NULL: it isn't watched. Needs no lock.
const char *disk_name(const char *path);

// Counts an operation. Returns SQLITE_OK, or the error with which it fails.
// error: what an I/O error is called here. grows: the file needs more room.
int disk_count(enum disk_operation operation, int error, bool grows);
bool disk_is_dead(void);

// The file with this name as it is; NULL: there is none.
struct content *disk_find(const char *name);
// The same, made where there is none.
// synced_by_first_sync: SQLite syncs the directory with the file's first sync, as it does for its journals.
struct content *disk_create_file(const char *name, bool synced_by_first_sync);
void disk_note_write(struct content *content, const void *bytes, size_t count, sqlite3_int64 offset);
void disk_note_truncate(struct content *content, sqlite3_int64 size);
void disk_note_sync(struct content *content, bool is_log);
// What was written since the last sync is read as it was written, and a later sync says nothing about it, as on Linux.
void disk_note_failed_sync(struct content *content);
// syncs_directory: the removal is durable, and so is every name.
void disk_note_delete(const char *name, bool syncs_directory);

#endif
