#ifndef WIDGETD_CRASH_VFS_H
#define WIDGETD_CRASH_VFS_H

#include <stdbool.h>
#include <stdint.h>

// A disk that fails on command, under the real code of the store: an SQLite VFS that is the process's default. Files in the one watched directory pass through
// the model of a disk in disk.c; all others go straight to the real VFS.
//
// The operating system's view of a file (what the process reads back) is the real file. Beside it the model keeps what has reached the disk for certain, and
// the list of what hasn't: writes and truncations since the file's last sync, names made or removed since the directory's last sync. When power is cut, some of
// that survives, chosen by a seed: what a start after it would find. What was written before a sync that failed leaves the list, as on Linux: it never reaches the
// disk, whatever is synced later.
//
// Everything is counted, so that a test runs a scenario once to learn how many operations it has, and then again for each of them. One directory at a time; the
// calls that set things up come from one thread while nothing in the directory is open.

struct sqlite3;

enum crash_fault {
    crash_fault_none,
    // The process is dead: this operation and all later ones fail and change nothing. A write that was being done may have been done in part.
    crash_fault_power_cut,
    // One operation, reads included, fails with SQLITE_IOERR.
    crash_fault_error_once,
    // This operation and all later ones that write fail with SQLITE_IOERR, until crash_heal; reads succeed.
    crash_fault_error_for_good,
    // This operation and all later ones that need room fail with SQLITE_FULL, until crash_heal.
    crash_fault_disk_full,
    crash_faults,
};

enum crash_disk {
    // What was synced is there.
    crash_disk_honest,
    // Says that the write-ahead log was synced, and didn't: what `synchronous=NORMAL` amounts to.
    crash_disk_ignores_log_syncs,
    // Says so of every file.
    crash_disk_ignores_syncs,
    // When power is cut, a sector of the last write that was synced is destroyed.
    crash_disk_tears_synced,
};

// Makes the VFS the default; again is harmless. Returns SQLite's code.
int crash_install(void);

// Takes the files in the directory as they are for durable, and counts from zero with no fault.
void crash_watch(const char *directory, enum crash_disk disk);
void crash_unwatch(void);

// The fault strikes at operation `operation`, counted from 1, of those that such a fault can strike.
void crash_arm(enum crash_fault fault, long operation);

// Operations so far that such a fault can strike.
long crash_operations(enum crash_fault fault);

// At which operation it struck first, which for some faults is later than it was to; 0: it hasn't.
long crash_struck_at(void);

// Ends the fault.
void crash_heal(void);

// Writes what the disk holds after the power cut into another directory, which is empty and isn't watched. The seed chooses what of the unsynced survives: 0 keeps
// nothing, 1 everything, each other a part. Returns a digest of it: the same where the disk holds the same.
uint64_t crash_write_remains(uint64_t seed, const char *directory);

// Allocations of SQLite: must be called before anything else has used SQLite in this process. Returns SQLite's code.
int crash_memory_install(void);

// Allocation `allocation`, counted from 1, fails, once or from there on; 0: none. Counts from zero.
void crash_memory_arm(long allocation, bool for_good);
long crash_memory_allocations(void);
long crash_memory_struck_at(void);
void crash_memory_heal(void);

// A digest of all rows of a query in their order, so that two stores can be compared. 0: it failed.
uint64_t crash_rows_digest(struct sqlite3 *database, const char *sql);

#endif
