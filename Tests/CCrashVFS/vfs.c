#include "disk.h"

#include <string.h>

// The file of a watched name: SQLite's object, with the real one behind it.
struct crash_file {
    sqlite3_file base;
    struct content *content;
    bool is_log;
    sqlite3_file real[];
};

static sqlite3_vfs *real_vfs;

static sqlite3_file *real_of(sqlite3_file *file) { return ((struct crash_file *)file)->real; }

// MARK: Files

static int file_close(sqlite3_file *file) { return real_of(file)->pMethods->xClose(real_of(file)); }

static int counted(enum disk_operation operation, int error) {
    disk_lock();
    int code = disk_count(operation, error, false);
    disk_unlock();
    return code;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    int code = counted(disk_read, SQLITE_IOERR_READ);
    return code == SQLITE_OK ? real_of(file)->pMethods->xRead(real_of(file), bytes, count, offset) : code;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct crash_file *crash = (struct crash_file *)file;
    sqlite3_file *real = real_of(file);
    disk_lock();
    bool was_dead = disk_is_dead();
    sqlite3_int64 size = 0;
    int code = real->pMethods->xFileSize(real, &size);
    if (code == SQLITE_OK) code = disk_count(disk_write, SQLITE_IOERR_WRITE, offset + count > size);
    if (code == SQLITE_OK) code = real->pMethods->xWrite(real, bytes, count, offset);
    // The write during which the power went may have reached the disk.
    if (code == SQLITE_OK || (disk_is_dead() && !was_dead)) disk_note_write(crash->content, bytes, (size_t)count, offset);
    disk_unlock();
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    disk_lock();
    int code = disk_count(disk_truncate, SQLITE_IOERR_TRUNCATE, false);
    if (code == SQLITE_OK) code = real_of(file)->pMethods->xTruncate(real_of(file), size);
    if (code == SQLITE_OK) disk_note_truncate(((struct crash_file *)file)->content, size);
    disk_unlock();
    return code;
}

// The real file isn't synced: the test's machine keeps its power.
static int file_sync(sqlite3_file *file, int flags) {
    (void)flags;
    struct crash_file *crash = (struct crash_file *)file;
    disk_lock();
    int code = disk_count(disk_sync, SQLITE_IOERR_FSYNC, false);
    if (code == SQLITE_OK) {
        disk_note_sync(crash->content, crash->is_log);
    } else if (!disk_is_dead()) {
        disk_note_failed_sync(crash->content);
    }
    disk_unlock();
    return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    int code = counted(disk_look, SQLITE_IOERR_FSTAT);
    return code == SQLITE_OK ? real_of(file)->pMethods->xFileSize(real_of(file), size) : code;
}

static int file_lock(sqlite3_file *file, int level) { return real_of(file)->pMethods->xLock(real_of(file), level); }
static int file_unlock(sqlite3_file *file, int level) { return real_of(file)->pMethods->xUnlock(real_of(file), level); }
static int file_check_lock(sqlite3_file *file, int *answer) { return real_of(file)->pMethods->xCheckReservedLock(real_of(file), answer); }
static int file_control(sqlite3_file *file, int what, void *argument) { return real_of(file)->pMethods->xFileControl(real_of(file), what, argument); }
static int file_sector_size(sqlite3_file *file) { return real_of(file)->pMethods->xSectorSize(real_of(file)); }
static int file_characteristics(sqlite3_file *file) { return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file)); }

static int file_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    int code = counted(disk_map, SQLITE_IOERR_SHMMAP);
    return code == SQLITE_OK ? real_of(file)->pMethods->xShmMap(real_of(file), region, size, extend, memory) : code;
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real_of(file)->pMethods->xShmLock(real_of(file), offset, count, flags);
}

static void file_map_barrier(sqlite3_file *file) { real_of(file)->pMethods->xShmBarrier(real_of(file)); }
static int file_unmap(sqlite3_file *file, int removes) { return real_of(file)->pMethods->xShmUnmap(real_of(file), removes); }

// Version 2: pages are read and written, never mapped, so that everything that is written is seen.
static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
    .xShmMap = file_map,
    .xShmLock = file_map_lock,
    .xShmBarrier = file_map_barrier,
    .xShmUnmap = file_unmap,
};

// MARK: Names

static int vfs_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *opened) {
    (void)vfs;
    const char *name = disk_name(path);
    if (name == NULL) return real_vfs->xOpen(real_vfs, path, file, flags, opened);

    struct crash_file *crash = (struct crash_file *)file;
    memset(crash, 0, sizeof *crash + (size_t)real_vfs->szOsFile);
    disk_lock();
    struct content *content = disk_find(name);
    bool creates = content == NULL && (flags & SQLITE_OPEN_CREATE);
    int code = disk_count(creates ? disk_create : disk_look, SQLITE_CANTOPEN, true);
    if (code == SQLITE_OK) code = real_vfs->xOpen(real_vfs, path, crash->real, flags, opened);
    if (code == SQLITE_OK) {
        bool is_journal = flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL | SQLITE_OPEN_WAL);
        crash->content = content != NULL ? content : disk_create_file(name, is_journal);
        crash->is_log = flags & SQLITE_OPEN_WAL;
        crash->base.pMethods = &methods;
    }
    disk_unlock();
    return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    (void)vfs;
    const char *name = disk_name(path);
    if (name == NULL) return real_vfs->xDelete(real_vfs, path, syncs_directory);
    disk_lock();
    int code = SQLITE_IOERR_DELETE_NOENT;
    if (disk_find(name) != NULL || disk_is_dead()) {
        code = disk_count(disk_delete, SQLITE_IOERR_DELETE, false);
        if (code == SQLITE_OK) code = real_vfs->xDelete(real_vfs, path, 0);
        if (code == SQLITE_OK) disk_note_delete(name, syncs_directory);
    }
    disk_unlock();
    return code;
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
    (void)vfs;
    int code = disk_name(path) == NULL ? SQLITE_OK : counted(disk_look, SQLITE_IOERR_ACCESS);
    return code == SQLITE_OK ? real_vfs->xAccess(real_vfs, path, flags, answer) : code;
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
    (void)vfs;
    return real_vfs->xFullPathname(real_vfs, path, count, full);
}

static int vfs_random(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    return real_vfs->xRandomness(real_vfs, count, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return real_vfs->xSleep(real_vfs, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    (void)vfs;
    return real_vfs->xCurrentTimeInt64(real_vfs, time);
}

static int vfs_error(sqlite3_vfs *vfs, int count, char *text) {
    (void)vfs;
    return real_vfs->xGetLastError(real_vfs, count, text);
}

static sqlite3_vfs crash_vfs = {
    .iVersion = 2,
    .zName = "crash",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_random,
    .xSleep = vfs_sleep,
    .xCurrentTimeInt64 = vfs_time,
    .xGetLastError = vfs_error,
};

int crash_install(void) {
    int code = sqlite3_initialize();
    if (code != SQLITE_OK) return code;
    disk_lock();
    if (real_vfs == NULL) {
        real_vfs = sqlite3_vfs_find(NULL);
        crash_vfs.mxPathname = real_vfs->mxPathname;
        crash_vfs.szOsFile = (int)sizeof(struct crash_file) + real_vfs->szOsFile;
        code = sqlite3_vfs_register(&crash_vfs, 1);
    }
    disk_unlock();
    return code;
}
