// The floor of the store: the same commits and reads as widgetd's, by a plain C program on the same SQLite.
//
//   cc -O2 store_floor.c -lsqlite3 -o store_floor
//   store_floor write DIR N     N commits, one at a time: a widget's row, the log's entry, the chain's, the vector; WAL, synchronous=FULL
//   store_floor push DIR N      N commits, one at a time: a push's line in a log
//   store_floor open DB N       opens the database of a store and reads all that the daemon reads at its start, N times
//   store_floor read DB N       the same reads on one open connection, N times
//
// Prints lines of a key and a number: microseconds.
#include "sqlite.h"

static double now_us(void) { return seconds() * 1e6; }

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void report(const char *name, double *samples, int count) {
    qsort(samples, count, sizeof *samples, ascending);
    printf("%s.p50_us %.2f\n%s.p99_us %.2f\n", name, samples[count / 2], name, samples[count * 99 / 100]);
}

enum { widgets = 1000, frame_bytes = 33, tail = 1000, cut_every = 128 };

// As many bytes in every column as the store writes for the same widget.
static void bind_widget(sqlite3_stmt *s, int number, int64_t value) {
    static uint8_t clocks[80], parameters[39];
    uint8_t id[16] = {1, 0x9a, 0, 0, 0, 0, 0x70, 0, 0x80};
    char name[32];
    id[14] = number >> 8;
    id[15] = number;
    memcpy(clocks, &value, sizeof value);
    int length = snprintf(name, sizeof name, "widget %lld", (long long)value);
    sqlite3_bind_blob(s, 1, id, 16, SQLITE_TRANSIENT);
    sqlite3_bind_blob(s, 2, clocks, sizeof clocks, SQLITE_TRANSIENT);
    sqlite3_bind_text(s, 3, "system.cpu", -1, SQLITE_STATIC);
    sqlite3_bind_int64(s, 4, 1);
    sqlite3_bind_text(s, 5, name, length, SQLITE_TRANSIENT);
    sqlite3_bind_blob(s, 6, parameters, sizeof parameters, SQLITE_STATIC);
    sqlite3_bind_int64(s, 7, 1700000000000 + number);
}

static void write_commits(const char *directory, int count) {
    sqlite3 *db = open_database(directory, "floor.sqlite");
    run(db, "CREATE TABLE vector(origin INTEGER PRIMARY KEY, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, closed_at INTEGER, floor INTEGER NOT NULL DEFAULT 0,"
            " top INTEGER NOT NULL DEFAULT 0);"
            "CREATE TABLE chain(origin INTEGER NOT NULL, seq INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY(origin, seq)) WITHOUT ROWID;"
            "CREATE TABLE log(lseq INTEGER PRIMARY KEY, origin INTEGER NOT NULL, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, frame BLOB NOT NULL, UNIQUE(origin, seq));"
            "CREATE TABLE widget(id BLOB PRIMARY KEY, kind TEXT NOT NULL, family INTEGER NOT NULL, name TEXT NOT NULL, parameters BLOB NOT NULL,"
            " placed_at INTEGER NOT NULL, clk BLOB NOT NULL) WITHOUT ROWID;"
            "INSERT INTO vector(origin, seq, hlc) VALUES(1, 0, 0)");
    sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT");
    sqlite3_stmt *insert = prepare(db, "INSERT INTO widget(id, clk, kind, family, name, parameters, placed_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)");
    sqlite3_stmt *update = prepare(db, "UPDATE widget SET clk = ?2, kind = ?3, family = ?4, name = ?5, parameters = ?6, placed_at = ?7 WHERE id = ?1");
    sqlite3_stmt *log = prepare(db, "INSERT INTO log(origin, seq, hlc, frame) VALUES(1, ?1, ?2, ?3)");
    sqlite3_stmt *chain = prepare(db, "INSERT INTO chain(origin, seq, hash) VALUES(1, ?1, ?2)");
    sqlite3_stmt *vector = prepare(db, "UPDATE vector SET seq = ?1, hlc = ?2, top = ?3 WHERE origin = 1");
    sqlite3_stmt *cut = prepare(db, "DELETE FROM log WHERE origin = 1 AND seq <= ?1"), *floors = prepare(db, "UPDATE vector SET floor = ?1 WHERE origin = 1");
    static uint8_t frame[frame_bytes];

    step(begin);
    for (int i = 0; i < widgets; i++) {
        bind_widget(insert, i, i);
        step(insert);
    }
    step(commit);

    double *samples = malloc(count * sizeof *samples);
    for (int64_t i = 1; i <= count; i++) {
        double start = now_us();
        step(begin);
        bind_widget(update, i % widgets, i);
        step(update);
        sqlite3_bind_int64(log, 1, i);
        sqlite3_bind_int64(log, 2, (int64_t)start << 16);
        sqlite3_bind_blob(log, 3, frame, sizeof frame, SQLITE_TRANSIENT);
        step(log);
        int64_t hash = (int64_t)((uint64_t)i * 0x9E3779B97F4A7C15);
        sqlite3_bind_int64(chain, 1, i);
        sqlite3_bind_int64(chain, 2, hash);
        step(chain);
        sqlite3_bind_int64(vector, 1, i);
        sqlite3_bind_int64(vector, 2, (int64_t)start << 16);
        sqlite3_bind_int64(vector, 3, hash);
        step(vector);
        if (i > tail && i % cut_every == 0) {
            sqlite3_bind_int64(cut, 1, i - tail);
            step(cut);
            sqlite3_bind_int64(floors, 1, i - tail);
            step(floors);
        }
        step(commit);
        samples[i - 1] = now_us() - start;
    }
    report("store.write.c", samples, count);
}

// Every column of every row is read and its bytes are copied, as a program that keeps them must.
static size_t read_all(sqlite3 *db, sqlite3_stmt **statements, int count) {
    static char *kept[200000];
    size_t bytes = 0, used = 0;
    run(db, "BEGIN");
    for (int s = 0; s < count; s++) {
        int columns = sqlite3_column_count(statements[s]), code;
        while ((code = sqlite3_step(statements[s])) == SQLITE_ROW)
            for (int column = 0; column < columns; column++) {
                if (sqlite3_column_type(statements[s], column) == SQLITE_INTEGER) {
                    bytes += sqlite3_column_int64(statements[s], column) != 0;
                    continue;
                }
                const void *value = sqlite3_column_blob(statements[s], column);
                int length = sqlite3_column_bytes(statements[s], column);
                char *copy = malloc(length + 1);
                if (length) memcpy(copy, value, length);
                bytes += length;
                if (used < sizeof kept / sizeof *kept) kept[used++] = copy;
            }
        check(code, db, "read");
        sqlite3_reset(statements[s]);
    }
    run(db, "COMMIT");
    while (used) free(kept[--used]);
    return bytes;
}

// A row as widgetd's push log has them, each safe before the next.
static void write_pushes(const char *directory, int count) {
    sqlite3 *db = open_database(directory, "pushes.sqlite");
    run(db, "CREATE TABLE push_log(sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, push TEXT NOT NULL, app TEXT NOT NULL, event INTEGER NOT NULL)");
    sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT");
    sqlite3_stmt *insert = prepare(db, "INSERT INTO push_log(time, push, app, event) VALUES(?1, ?2, 'bench', 1)");
    double start = seconds();
    for (int i = 0; i < count; i++) {
        char id[40];
        int length = snprintf(id, sizeof id, "%08x-0000-4000-8000-%012x", i, i);
        step(begin);
        sqlite3_bind_int64(insert, 1, 1700000000000 + i);
        sqlite3_bind_text(insert, 2, id, length, SQLITE_TRANSIENT);
        step(insert);
        step(commit);
    }
    printf("per_second %.1f\n", count / (seconds() - start));
}

static int prepare_reads(sqlite3 *db, sqlite3_stmt **statements) {
    statements[0] = prepare(db, "SELECT id, kind, family, name, parameters, placed_at FROM widget");
    statements[1] = prepare(db, "SELECT id, value FROM owned WHERE \"set\" = 1 AND value IS NOT NULL");
    statements[2] = prepare(db, "SELECT id, value FROM owned WHERE \"set\" = 2 AND value IS NOT NULL");
    statements[3] = prepare(db, "SELECT widget, next_reload, rule, failures, last_error, last_reload_at, pending FROM reload_record");
    statements[4] = prepare(db, "SELECT key, widget, action, started_at FROM intent WHERE finished_at IS NULL ORDER BY started_at");
    return 5;
}

static void read_widgets(const char *path, int count, int reopen) {
    double *samples = malloc(count * sizeof *samples);
    sqlite3_stmt *statements[5];
    sqlite3 *db = 0;
    size_t bytes = 0;
    for (int i = 0; i < count; i++) {
        double start = now_us();
        if (reopen || !db) {
            db = open_file(path);
            prepare_reads(db, statements);
        }
        if (i == 0 && !reopen) read_all(db, statements, 5);
        if (!reopen) start = now_us();
        bytes += read_all(db, statements, 5);
        samples[i] = now_us() - start;
        if (reopen) {
            for (int s = 0; s < 5; s++) sqlite3_finalize(statements[s]);
            sqlite3_close(db);
        }
    }
    fprintf(stderr, "%zu bytes a read\n", bytes / count);
    report(reopen ? "store.open.c" : "store.read.c", samples, count);
}

int main(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "write")) write_commits(argv[2], atoi(argv[3]));
    else if (argc == 4 && !strcmp(argv[1], "push")) write_pushes(argv[2], atoi(argv[3]));
    else if (argc == 4 && !strcmp(argv[1], "open")) read_widgets(argv[2], atoi(argv[3]), 1);
    else if (argc == 4 && !strcmp(argv[1], "read")) read_widgets(argv[2], atoi(argv[3]), 0);
    else {
        fprintf(stderr, "usage: store_floor write DIR N | push DIR N | open DB N | read DB N\n");
        return 64;
    }
}
