#include "disk.h"

// FNV-1a, 64 bits.
uint64_t crash_digest(uint64_t hash, const void *bytes, size_t count) {
    const unsigned char *each = bytes;
    for (size_t i = 0; i < count; i++) hash = (hash ^ each[i]) * 0x100000001B3;
    return hash;
}

uint64_t crash_rows_digest(struct sqlite3 *database, const char *sql) {
    sqlite3_stmt *rows = NULL;
    int code = sqlite3_prepare_v2(database, sql, -1, &rows, NULL);
    uint64_t hash = 0xCBF29CE484222325;
    while (code == SQLITE_OK && (code = sqlite3_step(rows)) == SQLITE_ROW) {
        for (int column = 0; column < sqlite3_column_count(rows); column++) {
            int type = sqlite3_column_type(rows, column);
            sqlite3_int64 integer = type == SQLITE_INTEGER ? sqlite3_column_int64(rows, column) : sqlite3_column_bytes(rows, column);
            hash = crash_digest(hash, &type, sizeof type);
            hash = crash_digest(hash, &integer, sizeof integer);
            if (type != SQLITE_INTEGER && type != SQLITE_NULL) {
                const void *bytes = sqlite3_column_blob(rows, column);
                if (bytes != NULL) hash = crash_digest(hash, bytes, (size_t)integer);
            }
        }
        code = SQLITE_OK;
    }
    sqlite3_finalize(rows);
    return code == SQLITE_DONE ? hash : 0;
}
