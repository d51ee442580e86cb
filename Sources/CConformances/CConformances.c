#include "CConformances.h"

#include <stdint.h>

// The layouts are those of Swift's include/swift/ABI/Metadata.h and MetadataValues.h. A relative pointer is the distance from its own place.

// The linker gives a section's bounds to the program that the section is in.
extern const int32_t start __asm__("__start_swift5_protocol_conformances") __attribute__((weak, visibility("hidden")));
extern const int32_t stop __asm__("__stop_swift5_protocol_conformances") __attribute__((weak, visibility("hidden")));

struct conformance {
    int32_t protocol;  // indirect where the lowest bit is set
    int32_t type;
    int32_t witness_table;
    uint32_t flags;
};

struct type_descriptor {
    uint32_t flags;
    int32_t parent;
    int32_t name;
    int32_t accessor;
};

struct metadata_response {
    const void *metadata;
    size_t state;
};

typedef struct metadata_response (*metadata_accessor)(size_t request) __attribute__((swiftcall));

enum {
    TYPE_KIND_SHIFT = 3,
    TYPE_KIND_MASK = 7,
    DIRECT_DESCRIPTOR = 0,
    INDIRECT_DESCRIPTOR = 1,
    CONTEXT_KIND_MASK = 0x1F,
    CONTEXT_CLASS = 16,
    CONTEXT_STRUCT = 17,
    CONTEXT_ENUM = 18,
    CONTEXT_IS_GENERIC = 0x80,
};

static const void *relative(const int32_t *place) { return *place == 0 ? NULL : (const char *)place + *place; }

static const void *relative_indirectable(const int32_t *place) {
    const char *target = (const char *)place + (*place & ~1);
    return (*place & 1) ? *(const void *const *)target : target;
}

size_t widgetd_conforming_types(const void *protocol, const void **types, size_t limit) {
    size_t count = 0;
    for (const int32_t *record = &start; record < &stop; record++) {
        const struct conformance *conformance = relative(record);
        if (conformance == NULL || conformance->protocol == 0 || relative_indirectable(&conformance->protocol) != protocol) continue;
        unsigned kind = conformance->flags >> TYPE_KIND_SHIFT & TYPE_KIND_MASK;
        const struct type_descriptor *type = relative(&conformance->type);
        if (kind == INDIRECT_DESCRIPTOR && type != NULL) type = *(const struct type_descriptor *const *)type;
        if ((kind != DIRECT_DESCRIPTOR && kind != INDIRECT_DESCRIPTOR) || type == NULL || (type->flags & CONTEXT_IS_GENERIC)) continue;
        unsigned context = type->flags & CONTEXT_KIND_MASK;
        if (context != CONTEXT_CLASS && context != CONTEXT_STRUCT && context != CONTEXT_ENUM) continue;
        metadata_accessor accessor = (metadata_accessor)relative(&type->accessor);
        if (accessor == NULL) continue;
        if (count < limit) types[count] = accessor(0).metadata;
        count++;
    }
    return count;
}
