#pragma once
#include <zlib.h>

// Macros that Swift can't see.
static inline int widgetd_deflate_init(z_stream *stream, int level) { return deflateInit2(stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY); }
static inline int widgetd_inflate_init(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
