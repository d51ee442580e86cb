#include "CChecksums.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>

// SQLite's object for a main database or its write-ahead log, with the file of the VFS below behind it.
struct checked_file {
    sqlite3_file base;
    const char *path;
    bool is_log;
    // Whether pages of this database have checksums.
    bool has_checksums;
    // The log's: its database, which holds the write lock; nil once that is closed.
    struct checked_file *partner;
    // The log's: where this connection first wrote to it since it took the write lock. SQLite may still change the checksums of these frames.
    sqlite3_int64 first_written;
    _Alignas(8) unsigned char below[];
};

static sqlite3_vfs *vfs_below;
static _Atomic(widgetd_damage_observer) damage_observer;

static sqlite3_file *below(sqlite3_file *file) { return (sqlite3_file *)((struct checked_file *)file)->below; }

static bool is_page(int count) { return count >= 512 && (count & (count - 1)) == 0; }

static uint32_t big_endian(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

// SQLite's header is at the beginning of a database, and byte 20 of it is the number of reserved bytes. Checksums never end: where they were, they stay.
static void note_header(struct checked_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (offset == 0 && count >= 100 && memcmp(bytes, "SQLite format 3", 16) == 0 && ((const unsigned char *)bytes)[20] == widgetd_checksum_bytes)
        file->has_checksums = true;
}

static void tell(const struct checked_file *file, sqlite3_int64 page, int32_t bit) {
    widgetd_damage_observer observer = atomic_load(&damage_observer);
    if (observer != NULL) observer(file->path, page, bit);
    if (bit < 0) sqlite3_log(SQLITE_IOERR_DATA, "page %lld of %s is damaged", page, file->path);
}

// MARK: The write-ahead log (SQLite's file format, 4)

enum { log_header_bytes = 32, frame_header_bytes = 24 };

// The log's checksum: two sums over pairs of 32-bit words.
static void add_to_sums(uint32_t sums[2], const unsigned char *bytes, int count, bool is_big_endian) {
    for (int index = 0; index < count; index += 8) {
        uint32_t first = big_endian(bytes + index), second = big_endian(bytes + index + 4);
        if (!is_big_endian) {
            first = __builtin_bswap32(first);
            second = __builtin_bswap32(second);
        }
        sums[0] += first + sums[1];
        sums[1] += second + sums[0];
    }
}

// Whether a page that was read from the log is the one that was written there. Its frame's checksum goes on from the frame before it.
static int verify_frame(struct checked_file *file, const unsigned char *page, int count, sqlite3_int64 offset) {
    sqlite3_int64 frame = offset - frame_header_bytes;
    if (frame < log_header_bytes || (frame - log_header_bytes) % (frame_header_bytes + count) != 0) return SQLITE_OK;
    if (offset >= file->first_written) return SQLITE_OK;
    unsigned char head[log_header_bytes], own[frame_header_bytes], before[8];
    sqlite3_file *real = below(&file->base);
    int code = real->pMethods->xRead(real, head, sizeof head, 0);
    if (code == SQLITE_OK) code = real->pMethods->xRead(real, own, sizeof own, frame);
    sqlite3_int64 sums_before = frame == log_header_bytes ? 24 : frame - frame_header_bytes - count + 16;
    if (code == SQLITE_OK) code = real->pMethods->xRead(real, before, sizeof before, sums_before);
    if (code != SQLITE_OK) return code;
    bool is_big_endian = big_endian(head) & 1;
    uint32_t sums[2] = {big_endian(before), big_endian(before + 4)};
    add_to_sums(sums, own, 8, is_big_endian);
    add_to_sums(sums, page, count, is_big_endian);
    if (sums[0] == big_endian(own + 16) && sums[1] == big_endian(own + 20)) return SQLITE_OK;
    tell(file, big_endian(own), -1);
    return SQLITE_IOERR_DATA;
}

// MARK: Files

static int file_close(sqlite3_file *file) {
    struct checked_file *checked = (struct checked_file *)file;
    if (checked->partner != NULL) checked->partner->partner = NULL;
    return below(file)->pMethods->xClose(below(file));
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    struct checked_file *checked = (struct checked_file *)file;
    int code = below(file)->pMethods->xRead(below(file), bytes, count, offset);
    if (code != SQLITE_OK) return code;
    if (checked->is_log) return is_page(count) ? verify_frame(checked, bytes, count, offset) : SQLITE_OK;
    note_header(checked, bytes, count, offset);
    if (!checked->has_checksums || !is_page(count) || offset % count != 0) return SQLITE_OK;
    int32_t bit = widgetd_page_verify(bytes, (size_t)count, offset / count + 1);
    if (bit == -1) return SQLITE_OK;
    tell(checked, offset / count + 1, bit);
    return bit < 0 ? SQLITE_IOERR_DATA : SQLITE_OK;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct checked_file *checked = (struct checked_file *)file;
    if (checked->is_log) {
        if (offset < checked->first_written) checked->first_written = offset;
    } else {
        note_header(checked, bytes, count, offset);
        if (checked->has_checksums && is_page(count) && offset % count == 0) {
            uint64_t sum = widgetd_page_checksum(bytes, (size_t)count, offset / count + 1);
            // The place is the page's own for this: SQLite lets a VFS write its reserved bytes.
            unsigned char *place = (unsigned char *)bytes + count - widgetd_checksum_bytes;
            for (int index = 0; index < widgetd_checksum_bytes; index++) place[index] = (unsigned char)(sum >> 8 * index);
        }
    }
    return below(file)->pMethods->xWrite(below(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) { return below(file)->pMethods->xTruncate(below(file), size); }
static int file_sync(sqlite3_file *file, int flags) { return below(file)->pMethods->xSync(below(file), flags); }
static int file_size(sqlite3_file *file, sqlite3_int64 *size) { return below(file)->pMethods->xFileSize(below(file), size); }
static int file_lock(sqlite3_file *file, int level) { return below(file)->pMethods->xLock(below(file), level); }
static int file_unlock(sqlite3_file *file, int level) { return below(file)->pMethods->xUnlock(below(file), level); }
static int file_check_lock(sqlite3_file *file, int *answer) { return below(file)->pMethods->xCheckReservedLock(below(file), answer); }

static int file_control(sqlite3_file *file, int what, void *argument) {
    if (what == widgetd_checksums_control) {
        ((struct checked_file *)file)->has_checksums = true;
        return SQLITE_OK;
    }
    return below(file)->pMethods->xFileControl(below(file), what, argument);
}

static int file_sector_size(sqlite3_file *file) { return below(file)->pMethods->xSectorSize(below(file)); }

// Whole pages only: SQLite must not read a part of one past the checksum.
static int file_characteristics(sqlite3_file *file) {
    int found = below(file)->pMethods->xDeviceCharacteristics(below(file));
#ifdef SQLITE_IOCAP_SUBPAGE_READ
    found &= ~SQLITE_IOCAP_SUBPAGE_READ;
#endif
    return found;
}

static int file_map(sqlite3_file *file, int region, int size, int extend, void volatile **memory) {
    return below(file)->pMethods->xShmMap(below(file), region, size, extend, memory);
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    struct checked_file *checked = (struct checked_file *)file;
    int code = below(file)->pMethods->xShmLock(below(file), offset, count, flags);
    // Lock 0 is the writer's. Who takes it begins a transaction, and who gives it back has ended one: the checksums of its frames are final.
    if (code == SQLITE_OK && offset == 0 && (flags & SQLITE_SHM_EXCLUSIVE) && checked->partner != NULL) checked->partner->first_written = INT64_MAX;
    return code;
}

static void file_map_barrier(sqlite3_file *file) { below(file)->pMethods->xShmBarrier(below(file)); }
static int file_unmap(sqlite3_file *file, int removes) { return below(file)->pMethods->xShmUnmap(below(file), removes); }

// Version 2: pages are read and written, never mapped, so that each is verified.
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
    bool is_log = flags & SQLITE_OPEN_WAL;
    if (path == NULL || !(is_log || flags & SQLITE_OPEN_MAIN_DB)) return vfs_below->xOpen(vfs_below, path, file, flags, opened);
    struct checked_file *checked = (struct checked_file *)file;
    memset(checked, 0, sizeof *checked);
    checked->path = path;
    checked->is_log = is_log;
    checked->first_written = INT64_MAX;
    int code = vfs_below->xOpen(vfs_below, path, below(file), flags, opened);
    if (code != SQLITE_OK) return code;
    file->pMethods = &methods;
    if (is_log) {
        // Another VFS may lie over this one; then the two don't know each other, and frames of an open transaction can't be told from others.
        sqlite3_file *database = sqlite3_database_file_object(path);
        if (database != NULL && database->pMethods == &methods) {
            checked->partner = (struct checked_file *)database;
            checked->partner->partner = checked;
        } else {
            checked->first_written = 0;
        }
    }
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs_directory) {
    (void)vfs;
    return vfs_below->xDelete(vfs_below, path, syncs_directory);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
    (void)vfs;
    return vfs_below->xAccess(vfs_below, path, flags, answer);
}

static int vfs_full_path(sqlite3_vfs *vfs, const char *path, int count, char *full) {
    (void)vfs;
    return vfs_below->xFullPathname(vfs_below, path, count, full);
}

static int vfs_random(sqlite3_vfs *vfs, int count, char *bytes) {
    (void)vfs;
    return vfs_below->xRandomness(vfs_below, count, bytes);
}

static int vfs_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return vfs_below->xSleep(vfs_below, microseconds);
}

static int vfs_time(sqlite3_vfs *vfs, sqlite3_int64 *time) {
    (void)vfs;
    return vfs_below->xCurrentTimeInt64(vfs_below, time);
}

static int vfs_error(sqlite3_vfs *vfs, int count, char *text) {
    (void)vfs;
    return vfs_below->xGetLastError(vfs_below, count, text);
}

static sqlite3_vfs checksum_vfs = {
    .iVersion = 2,
    .zName = "widgetd-checksums",
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_full_path,
    .xRandomness = vfs_random,
    .xSleep = vfs_sleep,
    .xCurrentTimeInt64 = vfs_time,
    .xGetLastError = vfs_error,
};

static int installed;

static void install(void) {
    installed = sqlite3_initialize();
    if (installed != SQLITE_OK) return;
    vfs_below = sqlite3_vfs_find(NULL);
    checksum_vfs.mxPathname = vfs_below->mxPathname;
    checksum_vfs.szOsFile = (int)sizeof(struct checked_file) + vfs_below->szOsFile;
    installed = sqlite3_vfs_register(&checksum_vfs, 1);
}

int widgetd_checksums_install(widgetd_damage_observer observer) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    atomic_store(&damage_observer, observer);
    pthread_once(&once, install);
    return installed;
}
