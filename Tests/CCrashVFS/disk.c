#define _GNU_SOURCE
#include "disk.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The unit in which a disk writes or doesn't.
enum { sector_bytes = 512 };

// A store has a database, two kinds of journal, its lock and its damage marker; nothing in a test makes many more.
enum { entries_max = 32 };

enum { path_max = 2048 };

struct change {
    // A truncation has no bytes.
    unsigned char *bytes;
    size_t count;
    long offset;
};

struct image {
    unsigned char *bytes;
    long size;
};

struct content {
    struct image durable;
    struct change *changes;
    size_t change_count;
    // Where the last write that was synced lies.
    long synced_offset, synced_count;
    // Its first sync also syncs the directory.
    bool syncs_directory;
    struct content *next;
};

struct entry {
    char name[96];
    // It was there when the watch began, and hasn't been looked at.
    bool is_unread;
    struct content *current;
    struct content *durable;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char directory[1024];
static enum crash_disk kind;
static enum crash_fault fault;
// When the fault is to strike, and when it did first.
static long strikes_at, struck_at;
static bool is_dead;
static long counts[crash_faults];
static struct entry entries[entries_max];
static int entry_count;
static struct content *contents;

enum { changes_disk = disk_create | disk_write | disk_sync | disk_truncate | disk_delete };
static const int struck_by[crash_faults] = {
    [crash_fault_power_cut] = changes_disk,
    [crash_fault_error_once] = changes_disk | disk_read | disk_look | disk_map,
    [crash_fault_error_for_good] = changes_disk,
    [crash_fault_disk_full] = disk_create | disk_write,
};

void disk_lock(void) { pthread_mutex_lock(&lock); }
void disk_unlock(void) { pthread_mutex_unlock(&lock); }

static void *must(void *memory) {
    if (memory == NULL) abort();
    return memory;
}

// MARK: Images

static void resize(struct image *image, long size) {
    image->bytes = must(realloc(image->bytes, (size_t)size + 1));
    if (size > image->size) memset(image->bytes + image->size, 0, (size_t)(size - image->size));
    image->size = size;
}

static void put(struct image *image, long offset, const unsigned char *bytes, size_t count) {
    if (offset + (long)count > image->size) resize(image, offset + (long)count);
    memcpy(image->bytes + offset, bytes, count);
}

static void apply(struct image *image, const struct change *change) {
    if (change->bytes == NULL) {
        resize(image, change->offset);
    } else {
        put(image, change->offset, change->bytes, change->count);
    }
}

// MARK: Names and contents

const char *disk_name(const char *path) {
    pthread_mutex_lock(&lock);
    size_t length = strlen(directory);
    bool isWatched = path != NULL && length > 0 && strncmp(path, directory, length) == 0 && path[length] == '/';
    pthread_mutex_unlock(&lock);
    return isWatched ? path + length + 1 : NULL;
}

static void path_of(const char *name, char path[path_max]) { snprintf(path, path_max, "%s/%s", directory, name); }

static struct entry *entry_named(const char *name) {
    for (int i = 0; i < entry_count; i++) {
        if (strcmp(entries[i].name, name) == 0) return &entries[i];
    }
    if (entry_count == entries_max || strlen(name) >= sizeof entries[0].name) abort();
    struct entry *entry = &entries[entry_count++];
    memset(entry, 0, sizeof *entry);
    strcpy(entry->name, name);
    return entry;
}

static struct content *new_content(void) {
    struct content *content = must(calloc(1, sizeof *content));
    content->next = contents;
    contents = content;
    return content;
}

static void read_file(const char *name, struct content *content) {
    char path[path_max];
    path_of(name, path);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) abort();
    resize(&content->durable, status.st_size);
    if (read(file, content->durable.bytes, (size_t)status.st_size) != status.st_size) abort();
    close(file);
}

static void read_if_unread(struct entry *entry) {
    if (!entry->is_unread) return;
    entry->is_unread = false;
    entry->current = entry->durable = new_content();
    read_file(entry->name, entry->current);
}

struct content *disk_find(const char *name) {
    struct entry *entry = entry_named(name);
    read_if_unread(entry);
    if (entry->current == NULL) {
        // Made past SQLite, as the store makes its empty database: its name isn't durable yet.
        char path[path_max];
        path_of(name, path);
        if (access(path, F_OK) == 0) {
            entry->current = new_content();
            read_file(name, entry->current);
        }
    }
    return entry->current;
}

struct content *disk_create_file(const char *name, bool synced_by_first_sync) {
    struct entry *entry = entry_named(name);
    entry->current = new_content();
    entry->current->syncs_directory = synced_by_first_sync;
    return entry->current;
}

static void sync_directory(void) {
    for (int i = 0; i < entry_count; i++) {
        if (!entries[i].is_unread) entries[i].durable = entries[i].current;
    }
}

void disk_note_delete(const char *name, bool syncs_directory) {
    disk_find(name);
    entry_named(name)->current = NULL;
    if (syncs_directory && kind != crash_disk_ignores_syncs) sync_directory();
}

// MARK: Changes

static struct change *new_change(struct content *content) {
    content->changes = must(realloc(content->changes, (content->change_count + 1) * sizeof(struct change)));
    struct change *change = &content->changes[content->change_count++];
    memset(change, 0, sizeof *change);
    return change;
}

void disk_note_write(struct content *content, const void *bytes, size_t count, sqlite3_int64 offset) {
    struct change *change = new_change(content);
    change->bytes = must(malloc(count + 1));
    memcpy(change->bytes, bytes, count);
    change->count = count;
    change->offset = offset;
}

void disk_note_truncate(struct content *content, sqlite3_int64 size) { new_change(content)->offset = size; }

static void forget_changes(struct content *content) {
    for (size_t i = 0; i < content->change_count; i++) free(content->changes[i].bytes);
    free(content->changes);
    content->changes = NULL;
    content->change_count = 0;
}

void disk_note_sync(struct content *content, bool is_log) {
    if (kind == crash_disk_ignores_syncs || (is_log && kind == crash_disk_ignores_log_syncs)) return;
    for (size_t i = 0; i < content->change_count; i++) {
        struct change *change = &content->changes[i];
        apply(&content->durable, change);
        if (change->bytes == NULL) continue;
        content->synced_offset = change->offset;
        content->synced_count = (long)change->count;
    }
    forget_changes(content);
    if (content->syncs_directory) {
        content->syncs_directory = false;
        sync_directory();
    }
}

void disk_note_failed_sync(struct content *content) {
    size_t kept = 0;
    for (size_t i = 0; i < content->change_count; i++) {
        if (content->changes[i].bytes == NULL) {
            content->changes[kept++] = content->changes[i];
        } else {
            free(content->changes[i].bytes);
        }
    }
    content->change_count = kept;
}

// MARK: Faults

bool disk_is_dead(void) { return is_dead; }

int disk_count(enum disk_operation operation, int error, bool grows) {
    if (is_dead) return SQLITE_IOERR;
    for (int each = 0; each < crash_faults; each++) {
        if (struck_by[each] & operation) counts[each]++;
    }
    if (!(struck_by[fault] & operation) || counts[fault] < strikes_at) return SQLITE_OK;
    switch (fault) {
    case crash_fault_power_cut:
        is_dead = true;
        error = SQLITE_IOERR;
        break;
    case crash_fault_error_once:
        if (struck_at > 0) return SQLITE_OK;
        break;
    case crash_fault_disk_full:
        if (!grows) return SQLITE_OK;
        error = operation == disk_create ? SQLITE_CANTOPEN : SQLITE_FULL;
        break;
    default:
        break;
    }
    if (struck_at == 0) struck_at = counts[fault];
    return error;
}

void crash_arm(enum crash_fault wanted, long operation) {
    disk_lock();
    fault = wanted;
    strikes_at = operation;
    struck_at = 0;
    memset(counts, 0, sizeof counts);
    disk_unlock();
}

long crash_operations(enum crash_fault of) {
    disk_lock();
    long count = counts[of];
    disk_unlock();
    return count;
}

long crash_struck_at(void) {
    disk_lock();
    long answer = struck_at;
    disk_unlock();
    return answer;
}

void crash_heal(void) {
    disk_lock();
    fault = crash_fault_none;
    disk_unlock();
}

// MARK: Watching

static void forget(void) {
    for (struct content *content = contents, *next; content != NULL; content = next) {
        next = content->next;
        forget_changes(content);
        free(content->durable.bytes);
        free(content);
    }
    contents = NULL;
    entry_count = 0;
    fault = crash_fault_none;
    is_dead = false;
    memset(counts, 0, sizeof counts);
}

static void take_names(void) {
    DIR *names = opendir(directory);
    // Not made yet: it is empty.
    if (names == NULL) return;
    for (struct dirent *each; (each = readdir(names)) != NULL;) {
        if (each->d_type == DT_REG) entry_named(each->d_name)->is_unread = true;
    }
    closedir(names);
}

void crash_watch(const char *path, enum crash_disk disk) {
    disk_lock();
    forget();
    snprintf(directory, sizeof directory, "%s", path);
    kind = disk;
    struck_at = 0;
    take_names();
    disk_unlock();
}

void crash_unwatch(void) {
    disk_lock();
    forget();
    directory[0] = 0;
    disk_unlock();
}

// MARK: After the power cut

static uint64_t random_state;

// SplitMix64.
static uint64_t random_number(void) {
    uint64_t mixed = random_state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

enum survival { nothing_survives, everything_survives, some_survives };

static bool survives(enum survival survival) { return survival == some_survives ? random_number() & 1 : survival == everything_survives; }

// Each sector that the write touches is on the disk, or isn't.
static void apply_torn(struct image *image, const struct change *change) {
    for (size_t done = 0; done < change->count;) {
        long offset = change->offset + (long)done;
        size_t count = (size_t)(sector_bytes - offset % sector_bytes);
        if (count > change->count - done) count = change->count - done;
        if (random_number() & 1) put(image, offset, change->bytes + done, count);
        done += count;
    }
}

static struct image remains_of(const struct content *content, enum survival survival) {
    struct image image = {0};
    put(&image, 0, content->durable.bytes, (size_t)content->durable.size);
    for (size_t i = 0; i < content->change_count; i++) {
        const struct change *change = &content->changes[i];
        if (survival == some_survives && change->bytes != NULL && random_number() % 3 == 0) {
            apply_torn(&image, change);
        } else if (survives(survival)) {
            apply(&image, change);
        }
    }
    if (kind == crash_disk_tears_synced && content->synced_count > 0) {
        uint64_t sectors = (uint64_t)(content->synced_count + sector_bytes - 1) / sector_bytes;
        long start = content->synced_offset + (long)(random_number() % sectors) * sector_bytes;
        for (long i = start; i < start + sector_bytes && i < image.size; i++) image.bytes[i] ^= (unsigned char)random_number() | 1;
    }
    return image;
}

static void write_file(const char *directory, const char *name, const void *bytes, size_t count) {
    char path[path_max];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0 || write(file, bytes, count) != (ssize_t)count) abort();
    close(file);
}

// The index of the write-ahead log is memory that the system writes back when it likes: after a cut it is gone, or holds anything.
static void write_noise(const char *directory, const char *log) {
    size_t stem = strlen(log) - strlen("-wal");
    char name[path_max];
    uint64_t noise[512];
    if (strcmp(log + stem, "-wal") != 0 || (random_number() & 1)) return;
    snprintf(name, sizeof name, "%.*s-shm", (int)stem, log);
    for (size_t i = 0; i < sizeof noise / sizeof noise[0]; i++) noise[i] = random_number();
    write_file(directory, name, noise, sizeof noise);
}

uint64_t crash_write_remains(uint64_t seed, const char *target) {
    disk_lock();
    random_state = seed;
    enum survival survival = seed < some_survives ? (enum survival)seed : some_survives;
    uint64_t digest = 0xCBF29CE484222325;
    for (int i = 0; i < entry_count; i++) {
        read_if_unread(&entries[i]);
        const struct content *content = survives(survival) ? entries[i].current : entries[i].durable;
        if (content == NULL) continue;
        struct image image = remains_of(content, survival);
        write_file(target, entries[i].name, image.bytes, (size_t)image.size);
        digest = crash_digest(crash_digest(digest, entries[i].name, strlen(entries[i].name)), image.bytes, (size_t)image.size);
        if (strlen(entries[i].name) > 4) write_noise(target, entries[i].name);
        free(image.bytes);
    }
    disk_unlock();
    return digest;
}
