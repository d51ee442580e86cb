// The floor of replication: two plain C processes, each with SQLite, TLS 1.3 over TCP on loopback between them. They write the same rows as widgetd with the same commits (WAL,
// synchronous=FULL): the widget's row, the log, the chain, the vector. No rules, no merge, one table.
//
//   pair latency DIR COUNT     a commit here, a message, a commit there, its acknowledgement: one transaction at a time
//   pair once DIR COUNT        a commit here, a message, its acknowledgement without a commit; one every 2.5 ms, as the updates beside which it stands, with bare messages in between
//   pair single DIR COUNT      the next transaction when the one before is committed here; there, what has come is one commit; until the last one is there
//   pair bulk DIR COUNT        COUNT transactions of the log, 1,000 in a message and in a commit there: a device that was away
//   pair insert DIR COUNT      COUNT sorted rows in one commit, without a network
//
// Prints a key and a number.
#define _GNU_SOURCE
#include "../store/sqlite.h"
#include "tls.h"

#include <sys/wait.h>

enum { rows = 1000, batch = 1000, warm_up = 100, pace_us = 2500, stamp_bytes = 16, stamps = 7, frame_bytes = 48 };

struct transaction {
    uint64_t sequence, reading, hash;
    uint32_t row, name_length;
    char name[32];
    uint8_t frame[frame_bytes];
};

struct store {
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *read, *update, *log, *chain, *vector, *insert;
};

static void put64(uint8_t *to, uint64_t value)
{
    value = __builtin_bswap64(value);
    memcpy(to, &value, 8);
}

static void row_id(uint8_t *id, uint64_t number)
{
    put64(id, 0x018bcfe568007000 + (number << 16));
    put64(id + 8, 0x8000000000000000 + number);
}

static void put_row(struct store *store, int number)
{
    uint8_t id[16], clocks[stamp_bytes * stamps] = {0}, parameters[39] = {0}, device[32] = {0};
    char name[32];
    row_id(id, (uint64_t)number);
    int length = snprintf(name, sizeof name, "widget %d", number);
    sqlite3_bind_blob(store->insert, 1, id, sizeof id, SQLITE_STATIC);
    sqlite3_bind_blob(store->insert, 2, clocks, sizeof clocks, SQLITE_STATIC);
    sqlite3_bind_text(store->insert, 3, name, length, SQLITE_STATIC);
    sqlite3_bind_blob(store->insert, 4, parameters, sizeof parameters, SQLITE_STATIC);
    sqlite3_bind_blob(store->insert, 5, device, sizeof device, SQLITE_STATIC);
    step(store->insert);
}

static struct store open_store(const char *directory, const char *name, int count)
{
    struct store store = {.db = open_database(directory, name)};
    sqlite3 *db = store.db;
    run(db, "CREATE TABLE vector(origin INTEGER PRIMARY KEY, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, closed_at INTEGER, floor INTEGER NOT NULL DEFAULT 0, top INTEGER NOT NULL DEFAULT 0);"
            "CREATE TABLE log(lseq INTEGER PRIMARY KEY, origin INTEGER NOT NULL, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, frame BLOB NOT NULL, UNIQUE(origin, seq));"
            "CREATE TABLE chain(origin INTEGER NOT NULL, seq INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY(origin, seq)) WITHOUT ROWID;"
            "CREATE TABLE widget(id BLOB PRIMARY KEY, kind TEXT NOT NULL, family INTEGER NOT NULL, name TEXT NOT NULL, parameters BLOB NOT NULL,"
            " placed_at INTEGER NOT NULL, clk BLOB NOT NULL, device BLOB NOT NULL) WITHOUT ROWID;"
            "INSERT INTO vector(origin, seq, hlc) VALUES(2, 0, 0)");
    store.begin = prepare(db, "BEGIN IMMEDIATE");
    store.commit = prepare(db, "COMMIT");
    store.read = prepare(db, "SELECT clk FROM widget WHERE id = ?1");
    store.update = prepare(db, "UPDATE widget SET clk = ?2, name = ?3 WHERE id = ?1");
    store.log = prepare(db, "INSERT INTO log(lseq, origin, seq, hlc, frame) VALUES(?1, 2, ?1, ?2, ?3)");
    store.chain = prepare(db, "INSERT INTO chain(origin, seq, hash) VALUES(2, ?1, ?2)");
    store.vector = prepare(db, "UPDATE vector SET seq = ?1, hlc = ?2, top = ?3 WHERE origin = 2");
    store.insert = prepare(db, "INSERT INTO widget(id, clk, kind, family, name, parameters, placed_at, device) VALUES(?1, ?2, 'system.cpu', 1, ?3, ?4, 1700000000000, ?5)");
    step(store.begin);
    for (int number = 0; number < count; number++) put_row(&store, number);
    step(store.commit);
    return store;
}

static struct transaction make(uint64_t sequence)
{
    struct transaction made = {.sequence = sequence, .reading = (1700000000000 + sequence) << 16, .hash = sequence * 0x9E3779B97F4A7C15 >> 1, .row = (uint32_t)(sequence * 7919 % rows)};
    made.name_length = (uint32_t)snprintf(made.name, sizeof made.name, "widget %llu", (unsigned long long)sequence);
    memset(made.frame, (int)sequence, sizeof made.frame);
    return made;
}

static void apply(struct store *store, const struct transaction *list, size_t count)
{
    step(store->begin);
    for (size_t n = 0; n < count; n++) {
        const struct transaction *one = list + n;
        uint8_t id[16], clocks[stamp_bytes * stamps];
        row_id(id, one->row);
        sqlite3_bind_blob(store->read, 1, id, sizeof id, SQLITE_STATIC);
        check(sqlite3_step(store->read), store->db, "read");
        memcpy(clocks, sqlite3_column_blob(store->read, 0), sizeof clocks);
        sqlite3_reset(store->read);
        put64(clocks + stamp_bytes * 3, one->reading);
        put64(clocks + stamp_bytes * 3 + 8, (uint64_t)2 << 48 | one->sequence);
        sqlite3_bind_blob(store->update, 1, id, sizeof id, SQLITE_STATIC);
        sqlite3_bind_blob(store->update, 2, clocks, sizeof clocks, SQLITE_STATIC);
        sqlite3_bind_text(store->update, 3, one->name, (int)one->name_length, SQLITE_STATIC);
        step(store->update);
        sqlite3_bind_int64(store->log, 1, (sqlite3_int64)one->sequence);
        sqlite3_bind_int64(store->log, 2, (sqlite3_int64)one->reading);
        sqlite3_bind_blob(store->log, 3, one->frame, frame_bytes, SQLITE_STATIC);
        step(store->log);
        sqlite3_bind_int64(store->chain, 1, (sqlite3_int64)one->sequence);
        sqlite3_bind_int64(store->chain, 2, (sqlite3_int64)one->hash);
        step(store->chain);
    }
    const struct transaction *last = list + count - 1;
    sqlite3_bind_int64(store->vector, 1, (sqlite3_int64)last->sequence);
    sqlite3_bind_int64(store->vector, 2, (sqlite3_int64)last->reading);
    sqlite3_bind_int64(store->vector, 3, (sqlite3_int64)last->hash);
    step(store->vector);
    step(store->commit);
}

// One that keeps nothing: it acknowledges each message, the first before there is one, up to that of the last transaction.
static void echo(SSL *link, uint64_t last)
{
    struct transaction one = {0};
    put(link, &one.sequence, sizeof one.sequence);
    while (one.sequence < last) {
        get(link, &one, sizeof one);
        put(link, &one.sequence, sizeof one.sequence);
    }
    _exit(0);
}

// The other device: takes what has come in one commit; acknowledges each commit, or only the last one.
static void receive(SSL *link, const char *directory, uint64_t count, int acknowledges)
{
    struct store store = open_store(directory, "there.sqlite", rows);
    static struct transaction list[batch];
    uint64_t taken = 0;
    put(link, &taken, sizeof taken);
    while (taken < count) {
        size_t have = 0;
        do {
            get(link, list + have, sizeof *list);
            have++;
        } while (have < batch && taken + have < count && is_waiting(link));
        apply(&store, list, have);
        taken += have;
        if (acknowledges || taken == count) put(link, &taken, sizeof taken);
    }
    // A checkpoint at the end is part of neither side's work.
    _exit(0);
}

static uint64_t acknowledged(SSL *link)
{
    uint64_t number;
    get(link, &number, sizeof number);
    return number;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void latency(SSL *link, struct store *store, int count, const char *mode, bool is_paced)
{
    double *whole = malloc((size_t)count * sizeof *whole), *here = malloc((size_t)count * sizeof *here);
    for (int n = -warm_up; n < count; n++) {
        struct transaction one = make((uint64_t)(n + warm_up + 1));
        double start = seconds();
        apply(store, &one, 1);
        double committed = seconds();
        put(link, &one, sizeof one);
        acknowledged(link);
        if (n >= 0) {
            whole[n] = seconds() - start;
            here[n] = committed - start;
        }
        // The disk rests as long as it does between two updates of ours; neither process falls asleep.
        while (is_paced && n < count - 1 && (seconds() - start) * 1e6 < pace_us) {
            put(link, &one, sizeof one);
            acknowledged(link);
        }
    }
    qsort(whole, (size_t)count, sizeof *whole, ascending);
    qsort(here, (size_t)count, sizeof *here, ascending);
    printf("pair.%s.p50_us %.2f\npair.%s.p99_us %.2f\npair.commit.p50_us %.2f\n", mode, whole[count / 2] * 1e6, mode, whole[count * 99 / 100] * 1e6, here[count / 2] * 1e6);
}

static void single(SSL *link, struct store *store, int count)
{
    double start = seconds();
    for (int n = 1; n <= count; n++) {
        struct transaction one = make((uint64_t)n);
        apply(store, &one, 1);
        put(link, &one, sizeof one);
    }
    acknowledged(link);
    printf("pair.single.per_second %.0f\n", count / (seconds() - start));
}

static void bulk(SSL *link, struct store *store, int count)
{
    static struct transaction list[batch];
    for (int from = 0; from < count; from += batch) {
        for (int n = 0; n < batch; n++) list[n] = make((uint64_t)(from + n + 1));
        apply(store, list, batch);
    }
    sqlite3_stmt *read = prepare(store->db, "SELECT l.seq, l.hlc, l.frame, c.hash FROM log l JOIN chain c ON c.origin = l.origin AND c.seq = l.seq WHERE l.lseq > ?1 ORDER BY l.lseq LIMIT 1000");
    double start = seconds();
    for (int from = 0; from < count; from += batch) {
        int n = 0;
        sqlite3_bind_int64(read, 1, from);
        for (; sqlite3_step(read) == SQLITE_ROW; n++) {
            // A real frame holds the row and its new name; here they are made anew.
            list[n] = make((uint64_t)sqlite3_column_int64(read, 0));
            list[n].reading = (uint64_t)sqlite3_column_int64(read, 1);
            memcpy(list[n].frame, sqlite3_column_blob(read, 2), frame_bytes);
            list[n].hash = (uint64_t)sqlite3_column_int64(read, 3);
        }
        sqlite3_reset(read);
        put(link, list, (size_t)n * sizeof *list);
    }
    acknowledged(link);
    printf("pair.bulk.per_second %.0f\n", count / (seconds() - start));
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: pair latency|once|single|bulk|insert DIR COUNT\n");
        return 64;
    }
    const char *mode = argv[1], *directory = argv[2];
    int count = atoi(argv[3]);
    if (!strcmp(mode, "insert")) {
        struct store store = open_store(directory, "insert.sqlite", 0);
        double start = seconds();
        step(store.begin);
        for (int number = 0; number < count; number++) put_row(&store, number);
        step(store.commit);
        printf("pair.insert.per_second %.0f\n", count / (seconds() - start));
        return 0;
    }
    if (!strcmp(mode, "bulk")) count = (count + batch - 1) / batch * batch;
    uint16_t port;
    int listener = listen_anywhere(&port);
    bool once = !strcmp(mode, "once"), one_by_one = once || !strcmp(mode, "latency");
    pid_t child = fork();
    if (child == 0) {
        SSL *link = accept_link(listener);
        uint64_t messages = (uint64_t)count + (one_by_one ? warm_up : 0);
        if (once) echo(link, messages);
        else receive(link, directory, messages, one_by_one);
    }
    struct store store = open_store(directory, "here.sqlite", rows);
    SSL *link = connect_link(port);
    acknowledged(link);
    if (one_by_one) latency(link, &store, count, mode, once);
    else if (!strcmp(mode, "single")) single(link, &store, count);
    else bulk(link, &store, count);
    waitpid(child, NULL, 0);
}
