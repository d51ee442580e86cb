#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A checksum on each page of an SQLite database: an SQLite VFS over the default one. A page's last 8 bytes, which SQLite leaves free (its reserved bytes), hold
// the XXH64 of the rest, with the page's number as the seed. So a page that was written to a wrong place is found too.
//
// The VFS writes the checksum with each page of a main database, and verifies it with each page that is read from one. If exactly one flipped bit explains a
// difference, the reader gets the page with that bit put right. Any other difference is SQLITE_IOERR_DATA. A page in the write-ahead log has the log's own
// checksum, which is verified when a page is read from there.
//
// A database has checksums if its header says 8 reserved bytes, or if widgetd_checksums_control says so. Other databases are read and written as they are.

enum { widgetd_checksum_bytes = 8 };

// Damage of a page, as the VFS meets it.
// path: the database's. page: counted from 1. bit: the flipped bit of the page, counted from 0, which the reader doesn't see; negative: the read failed.
typedef void (*widgetd_damage_observer)(const char *path, int64_t page, int32_t bit);

// Registers the VFS as the default one, once; again only sets the observer. Returns SQLite's code.
int widgetd_checksums_install(widgetd_damage_observer observer);

// The file control by which a connection says that its database has checksums, whatever its header says. Its argument is a null pointer.
enum { widgetd_checksums_control = 0x57494443 };

// The checksum that a page should have. size: of the whole page.
uint64_t widgetd_page_checksum(const void *page, size_t size, int64_t number);

// Verifies a page. If one flipped bit explains a difference, puts it right in `page`.
// Returns -1: the page is right. At least 0: that bit was wrong. -2: the page is damaged beyond one bit.
int32_t widgetd_page_verify(void *page, size_t size, int64_t number);
