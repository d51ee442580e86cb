// PostgreSQL's logical replication: one transaction on the publisher until it is seen on the subscriber.
//
//     postgres latency HERE THERE COUNT    one transaction at a time; a trigger that is ENABLE ALWAYS notifies this program there
//     postgres single  HERE THERE COUNT    the next one when the one before was acknowledged, until the last one is there; no trigger
//     postgres crowd   HERE THERE COUNT    16 callers at once, each the next one when its own before was acknowledged, until the last ones are there; no trigger
//
// HERE and THERE are libpq's connection strings. Prints `name=value` lines.
#include "../wire/common.h"

#include <libpq-fe.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// More callers wait for each other: 64 make a seventh fewer on two processors. Each has rows of its own, so that the last write of a row is the last one of its caller.
enum { callers = 16, rows = 62 * callers, warm_up = 100, patience = 60000 };

static PGconn *open_database(const char *where)
{
    PGconn *connection = PQconnectdb(where);
    if (PQstatus(connection) != CONNECTION_OK) fail("%s", PQerrorMessage(connection));
    return connection;
}

static void check(PGconn *connection, PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail("%s", PQerrorMessage(connection));
    PQclear(result);
}

static void run(PGconn *connection, const char *sql) { check(connection, PQexec(connection, sql)); }

// One durable transaction, by a prepared statement: a widget's new name.
static void write_name(PGconn *connection, int number)
{
    char id[16], name[32];
    snprintf(id, sizeof id, "%d", (number + warm_up) % rows);
    snprintf(name, sizeof name, "widget %d", number);
    const char *values[] = {id, name};
    check(connection, PQexecPrepared(connection, "write", 2, values, NULL, NULL, 0));
}

static void until_notified(PGconn *connection, int number)
{
    char name[32];
    snprintf(name, sizeof name, "widget %d", number);
    while (1) {
        if (!PQconsumeInput(connection)) fail("%s", PQerrorMessage(connection));
        for (PGnotify *heard; (heard = PQnotifies(connection));) {
            int is_it = !strcmp(heard->extra, name);
            PQfreemem(heard);
            if (is_it) return;
        }
        struct pollfd polled = {.fd = PQsocket(connection), .events = POLLIN};
        if (poll(&polled, 1, patience) <= 0) fail("no notification of transaction %d came within a minute", number);
    }
}

static void until_there(PGconn *connection, int number)
{
    char sql[96];
    snprintf(sql, sizeof sql, "SELECT 1 FROM widget WHERE id = %d AND name = 'widget %d'", (number + warm_up) % rows, number);
    uint64_t begin = now();
    for (int found = 0; !found;) {
        PGresult *result = PQexec(connection, sql);
        found = PQntuples(result) == 1;
        check(connection, result);
        if (now() - begin > patience * 1000000ull) fail("transaction %d didn't come within a minute", number);
    }
}

static PGconn *open_writer(const char *where)
{
    PGconn *connection = open_database(where);
    check(connection, PQprepare(connection, "write", "UPDATE widget SET name = $2 WHERE id = $1", 2, NULL));
    return connection;
}

struct caller {
    pthread_t thread;
    PGconn *connection;
    int from, count;
};

static void *call(void *argument)
{
    struct caller *caller = argument;
    for (int number = caller->from; number < caller->count; number += callers) write_name(caller->connection, number);
    return NULL;
}

static void crowd(const char *where, PGconn *there, int count)
{
    struct caller list[callers];
    for (int n = 0; n < callers; n++) list[n] = (struct caller){.connection = open_writer(where), .from = n, .count = count};
    run(there, "ALTER TABLE widget DISABLE TRIGGER notes");
    uint64_t begin = now();
    for (int n = 0; n < callers; n++)
        if (pthread_create(&list[n].thread, NULL, call, list + n)) fail("a thread couldn't be started");
    for (int n = 0; n < callers; n++) pthread_join(list[n].thread, NULL);
    for (int number = count - callers; number < count; number++) until_there(there, number);
    printf("crowd_per_second=%.0f\n", count / ((now() - begin) / 1e9));
    for (int n = 0; n < callers; n++) PQfinish(list[n].connection);
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: postgres latency|single|crowd HERE THERE COUNT\n");
        return 64;
    }
    PGconn *here = open_writer(argv[2]), *there = open_database(argv[3]);
    int count = atoi(argv[4]);
    if (!strcmp(argv[1], "crowd")) {
        crowd(argv[2], there, count);
        return 0;
    }
    if (!strcmp(argv[1], "latency")) {
        uint64_t *acknowledged = calloc((size_t)count, sizeof *acknowledged), *visible = calloc((size_t)count, sizeof *visible);
        run(there, "ALTER TABLE widget ENABLE ALWAYS TRIGGER notes");
        run(there, "LISTEN widget");
        for (int number = -warm_up; number < count; number++) {
            uint64_t begin = now();
            write_name(here, number);
            uint64_t answered = now();
            until_notified(there, number);
            if (number < 0) continue;
            acknowledged[number] = answered - begin;
            visible[number] = now() - begin;
        }
        print_percentiles("acknowledged", acknowledged, (size_t)count);
        print_percentiles("visible", visible, (size_t)count);
        return 0;
    }
    run(there, "ALTER TABLE widget DISABLE TRIGGER notes");
    uint64_t begin = now();
    for (int number = 0; number < count; number++) write_name(here, number);
    uint64_t answered = now();
    until_there(there, count - 1);
    printf("per_second=%.0f\nacknowledged_per_second=%.0f\n", count / ((now() - begin) / 1e9), count / ((answered - begin) / 1e9));
}
