#ifndef WIDGETD_CCONFORMANCES_H
#define WIDGETD_CCONFORMANCES_H

#include <stddef.h>

/// The types of the running program that conform to a Swift protocol: structures, classes and enumerations that aren't generic.
///
/// Swift's own lookup answers whether one type conforms; the list of all of them is in the program's section `swift5_protocol_conformances`.
/// - protocol: the protocol's descriptor, the first word of its existential type's metadata behind its flags.
/// - types: is filled with the types' metadata.
/// - Returns: how many there are; more than `limit` when not all had room.
size_t widgetd_conforming_types(const void *protocol, const void **types, size_t limit);

#endif
