// TLS 1.3 over TCP on loopback for the floor: blocking, a P-256 certificate made at the start.
#pragma once
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static inline _Noreturn void tls_fails(const char *what)
{
    fprintf(stderr, "%s fails\n", what);
    ERR_print_errors_fp(stderr);
    exit(1);
}

static inline int listen_anywhere(uint16_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0 || bind(socket_, (struct sockaddr *)&address, length) || listen(socket_, 1) || getsockname(socket_, (struct sockaddr *)&address, &length)) {
        tls_fails("listen");
    }
    *port = ntohs(address.sin_port);
    return socket_;
}

static inline SSL *begin_tls(int socket_, bool is_server)
{
    int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL_CTX *context = SSL_CTX_new(is_server ? TLS_server_method() : TLS_client_method());
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    // Whole records are read at once, as a program does that wants few system calls.
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_num_tickets(context, 0);
    if (is_server) {
        EVP_PKEY *key = EVP_EC_gen("P-256");
        X509 *certificate = X509_new();
        X509_set_version(certificate, 2);
        X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
        X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
        X509_set_pubkey(certificate, key);
        if (!X509_sign(certificate, key, EVP_sha256()) || SSL_CTX_use_certificate(context, certificate) != 1 || SSL_CTX_use_PrivateKey(context, key) != 1) {
            tls_fails("a certificate");
        }
    }
    SSL *link = SSL_new(context);
    SSL_set_fd(link, socket_);
    if ((is_server ? SSL_accept(link) : SSL_connect(link)) != 1) tls_fails("the handshake");
    return link;
}

static inline SSL *accept_link(int listener)
{
    int socket_ = accept(listener, NULL, NULL);
    if (socket_ < 0) tls_fails("accept");
    return begin_tls(socket_, true);
}

static inline SSL *connect_link(uint16_t port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket_ < 0 || connect(socket_, (struct sockaddr *)&address, sizeof address)) tls_fails("connect");
    return begin_tls(socket_, false);
}

static inline void put(SSL *link, const void *bytes, size_t count)
{
    size_t written;
    if (SSL_write_ex(link, bytes, count, &written) != 1 || written != count) tls_fails("a write");
}

static inline void get(SSL *link, void *bytes, size_t count)
{
    for (size_t have = 0, more; have < count; have += more) {
        if (SSL_read_ex(link, (char *)bytes + have, count - have, &more) != 1) tls_fails("a read");
    }
}

// Whether more can be read without waiting.
static inline bool is_waiting(SSL *link)
{
    if (SSL_has_pending(link)) return true;
    struct pollfd polled = {.fd = SSL_get_fd(link), .events = POLLIN};
    return poll(&polled, 1, 0) > 0;
}
