#pragma once
#include <zlib.h>

// deflateInit2 is a macro. 15 window bits and 16 for gzip's head and tail (RFC 1952).
static inline int chairside_gzip_init(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

// inflateInit2 is a macro too.
static inline int chairside_gunzip_init(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}
