// The floor of a hub: one thread makes a change durable and writes it to every TLS link; another one reads all links.
//
//   fan DIR LINKS CHANGES [CONNECTION]     with libpq's connection string of an empty database, the change is a row there: one connection writes it, and the
//                                          thread hears of it on another one (LISTEN), reads it, and writes it to the links
#include <fcntl.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <time.h>

#include "../sync/tls.h"

// As an event of a renamed widget has them.
enum { BYTES = 400 };

static int links, changes, listener, begin[2], file;
static SSL **servers;
static PGconn *writer, *hearer;

static PGresult *run(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s: %s", sql, PQerrorMessage(connection));
        exit(1);
    }
    return result;
}

static void open_database(const char *where)
{
    writer = PQconnectdb(where), hearer = PQconnectdb(where);
    PQclear(run(writer, "CREATE TABLE log(place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, frame bytea NOT NULL)"));
    PQclear(run(writer, "PREPARE change AS INSERT INTO log(frame) VALUES (decode(repeat('00', 400), 'hex'))"));
    PQclear(run(hearer, "LISTEN log"));
    PQclear(run(hearer, "PREPARE news AS SELECT place, frame FROM log WHERE place > $1 ORDER BY place"));
}

// One durable transaction.
static void write_change(void)
{
    PQclear(run(writer, "BEGIN"));
    PQclear(run(writer, "EXECUTE change"));
    PQclear(run(writer, "NOTIFY log"));
    PQclear(run(writer, "COMMIT"));
}

static void *serve_database(void *unused)
{
    (void)unused;
    for (int i = 0; i < links; i++) servers[i] = accept_link(listener);
    char message[BYTES] = {0}, last[32] = "0";
    while (1) {
        struct pollfd polled = {.fd = PQsocket(hearer), .events = POLLIN};
        if (poll(&polled, 1, -1) < 0 || !PQconsumeInput(hearer)) tls_fails("the database");
        bool heard = false;
        for (PGnotify *notice; (notice = PQnotifies(hearer)); PQfreemem(notice)) heard = true;
        if (!heard) continue;
        PGresult *news = PQexecPrepared(hearer, "news", 1, (const char *[]){last}, NULL, NULL, 0);
        for (int row = 0; row < PQntuples(news); row++) {
            snprintf(last, sizeof last, "%s", PQgetvalue(news, row, 0));
            for (int i = 0; i < links; i++) put(servers[i], message, sizeof message);
        }
        PQclear(news);
    }
    return NULL;
}

static double milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int by_size(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void *serve(void *unused)
{
    (void)unused;
    for (int i = 0; i < links; i++) servers[i] = accept_link(listener);
    char message[BYTES] = {0}, turn;
    while (read(begin[0], &turn, 1) == 1) {
        if (pwrite(file, message, sizeof message, 0) != sizeof message || fdatasync(file)) tls_fails("the change");
        for (int i = 0; i < links; i++) put(servers[i], message, sizeof message);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 5 || (links = atoi(argv[2])) < 1 || (changes = atoi(argv[3])) < 1) return fprintf(stderr, "usage: fan DIR LINKS CHANGES [CONNECTION]\n"), 64;
    char path[4096];
    snprintf(path, sizeof path, "%s/log", argv[1]);
    uint16_t port;
    if ((file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600)) < 0 || pipe(begin)) tls_fails("a file");
    listener = listen_anywhere(&port);
    servers = calloc(links, sizeof *servers);
    SSL **clients = calloc(links, sizeof *clients);
    double *delays = calloc((size_t)links * changes, sizeof *delays), *last = calloc(changes, sizeof *last);
    pthread_t server;
    if (argc == 5) open_database(argv[4]);
    pthread_create(&server, NULL, argc == 5 ? serve_database : serve, NULL);
    int readable = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < links; i++) {
        clients[i] = connect_link(port);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};
        epoll_ctl(readable, EPOLL_CTL_ADD, SSL_get_fd(clients[i]), &event);
    }
    for (int change = 0; change < changes; change++) {
        double began = milliseconds();
        if (argc == 5) write_change();
        else if (write(begin[1], "", 1) != 1) tls_fails("a turn");
        for (int seen = 0; seen < links;) {
            struct epoll_event events[64];
            int count = epoll_wait(readable, events, 64, -1);
            for (int i = 0; i < count; i++) {
                char message[BYTES];
                get(clients[events[i].data.u32], message, sizeof message);
                delays[(size_t)change * links + seen++] = last[change] = milliseconds() - began;
            }
        }
        usleep(50000);
    }
    qsort(delays, (size_t)links * changes, sizeof *delays, by_size);
    qsort(last, changes, sizeof *last, by_size);
    printf("p50_ms=%f\np99_ms=%f\nlast_p50_ms=%f\n", delays[(size_t)links * changes / 2], delays[(size_t)links * changes * 99 / 100], last[changes / 2]);
    return 0;
}
