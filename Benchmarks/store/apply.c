// The floor of applying a peer's changes: the same rows as widgetd's store writes, by a plain C program on the same SQLite. No chain is checked and no frame is read.
//
//   cc -O2 apply.c -lsqlite3 -o apply
//   apply DIR BATCHES SIZE ROWS     each transaction changes 3 fields of one of ROWS widgets, SIZE of them in a commit, each widget as often as any other
//
// Prints a key and a number: transactions a second.
#include "sqlite.h"

enum { stamp_bytes = 16, stamps = 7, frame_bytes = 97, parameter_bytes = 39 };

static void put64(uint8_t *to, uint64_t value) {
    value = __builtin_bswap64(value);
    memcpy(to, &value, 8);
}

static void put_stamp(uint8_t *clocks, int column, uint64_t clock, uint64_t sequence) {
    put64(clocks + stamp_bytes * column, clock);
    put64(clocks + stamp_bytes * column + 8, (uint64_t)2 << 48 | sequence);
}

static uint64_t state = 7;

static uint64_t next_random(void) {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return z ^ z >> 31;
}

static void row_id(uint8_t *id, uint64_t number) {
    put64(id, 0x018bcfe568007000 + (number << 16));
    put64(id + 8, 0x8000000000000000 + number);
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: apply DIR BATCHES SIZE ROWS\n");
        return 64;
    }
    int batches = atoi(argv[2]), size = atoi(argv[3]), rows = atoi(argv[4]);
    sqlite3 *db = open_database(argv[1], "apply.sqlite");
    run(db,
        "CREATE TABLE vector(origin INTEGER PRIMARY KEY, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, closed_at INTEGER, floor INTEGER NOT NULL DEFAULT 0, top INTEGER NOT NULL DEFAULT 0);"
        "CREATE TABLE log(lseq INTEGER PRIMARY KEY, origin INTEGER NOT NULL, seq INTEGER NOT NULL, hlc INTEGER NOT NULL, frame BLOB NOT NULL, UNIQUE(origin, seq));"
        "CREATE TABLE chain(origin INTEGER NOT NULL, seq INTEGER NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY(origin, seq)) WITHOUT ROWID;"
        "CREATE TABLE widget(id BLOB PRIMARY KEY, kind TEXT NOT NULL, family INTEGER NOT NULL, name TEXT NOT NULL, parameters BLOB NOT NULL,"
        " placed_at INTEGER NOT NULL, clk BLOB NOT NULL, device BLOB NOT NULL) WITHOUT ROWID;"
        "INSERT INTO vector(origin, seq, hlc) VALUES(2, 0, 0)");
    sqlite3_stmt *begin = prepare(db, "BEGIN IMMEDIATE"), *commit = prepare(db, "COMMIT");
    sqlite3_stmt *insert = prepare(db, "INSERT INTO widget(id, clk, kind, family, name, parameters, placed_at, device) VALUES(?1, ?2, 'system.cpu', 1, ?3, ?4, 1700000000000, ?5)");
    sqlite3_stmt *read = prepare(db, "SELECT clk FROM widget WHERE id = ?1");
    sqlite3_stmt *update = prepare(db, "UPDATE widget SET clk = ?2, family = ?3, name = ?4, parameters = ?5 WHERE id = ?1");
    sqlite3_stmt *log = prepare(db, "INSERT INTO log(lseq, origin, seq, hlc, frame) VALUES(?1, 2, ?2, ?3, ?4)");
    sqlite3_stmt *chain = prepare(db, "INSERT INTO chain(origin, seq, hash) VALUES(2, ?1, ?2)");
    sqlite3_stmt *vector = prepare(db, "UPDATE vector SET seq = ?1, hlc = ?2, top = ?3 WHERE origin = 2");
    uint8_t id[16], clocks[stamp_bytes * stamps], frame[frame_bytes] = {0}, parameters[parameter_bytes] = {0}, device[32] = {0};
    char name[32];

    step(begin);
    for (int number = 0; number < rows; number++) {
        row_id(id, number);
        for (int column = 0; column < stamps; column++) put_stamp(clocks, column, 1, 1);
        int length = snprintf(name, sizeof name, "widget %d", number);
        sqlite3_bind_blob(insert, 1, id, sizeof id, SQLITE_STATIC);
        sqlite3_bind_blob(insert, 2, clocks, sizeof clocks, SQLITE_STATIC);
        sqlite3_bind_text(insert, 3, name, length, SQLITE_STATIC);
        sqlite3_bind_blob(insert, 4, parameters, sizeof parameters, SQLITE_STATIC);
        sqlite3_bind_blob(insert, 5, device, sizeof device, SQLITE_STATIC);
        step(insert);
    }
    step(commit);

    double start = seconds();
    clock_t processor = clock();
    int64_t sequence = 0;
    for (int batch = 0; batch < batches; batch++) {
        uint64_t reading = 0;
        step(begin);
        for (int i = 0; i < size; i++) {
            sequence++;
            reading = (uint64_t)(1700000000000 + sequence) << 16;
            row_id(id, sequence * 7919 % rows);
            sqlite3_bind_blob(read, 1, id, sizeof id, SQLITE_STATIC);
            check(sqlite3_step(read), db, "read");
            memcpy(clocks, sqlite3_column_blob(read, 0), sizeof clocks);
            sqlite3_reset(read);
            for (int column = 2; column <= 4; column++) {
                uint64_t old;
                memcpy(&old, clocks + stamp_bytes * column, 8);
                if (__builtin_bswap64(old) < reading) put_stamp(clocks, column, reading, sequence);
            }
            int length = snprintf(name, sizeof name, "widget %lld", (long long)sequence);
            put64(parameters, sequence);
            sqlite3_bind_blob(update, 1, id, sizeof id, SQLITE_STATIC);
            sqlite3_bind_blob(update, 2, clocks, sizeof clocks, SQLITE_STATIC);
            sqlite3_bind_int64(update, 3, sequence & 3);
            sqlite3_bind_text(update, 4, name, length, SQLITE_STATIC);
            sqlite3_bind_blob(update, 5, parameters, sizeof parameters, SQLITE_STATIC);
            step(update);
            sqlite3_bind_int64(log, 1, sequence);
            sqlite3_bind_int64(log, 2, sequence);
            sqlite3_bind_int64(log, 3, reading);
            sqlite3_bind_blob(log, 4, frame, sizeof frame, SQLITE_STATIC);
            step(log);
            sqlite3_bind_int64(chain, 1, sequence);
            sqlite3_bind_int64(chain, 2, next_random());
            step(chain);
        }
        sqlite3_bind_int64(vector, 1, sequence);
        sqlite3_bind_int64(vector, 2, reading);
        sqlite3_bind_int64(vector, 3, next_random());
        step(vector);
        step(commit);
    }
    double end = seconds();
    printf("apply.c.per_second %.0f\n", sequence / (end - start));
    printf("apply.c.cpu_us %.3f\n", (clock() - processor) * 1e6 / CLOCKS_PER_SEC / sequence);
}
