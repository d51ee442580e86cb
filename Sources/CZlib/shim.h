#pragma once
#include <zlib.h>

// Macros that Swift can't see.
static inline int widgetd_deflate_init(z_stream *stream, int level) { return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY); }
static inline int widgetd_inflate_init(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
// As gzip (RFC 1952), with a window of 2^window_bits bytes.
static inline int widgetd_gzip_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits + 16, memory_level, Z_DEFAULT_STRATEGY);
}
