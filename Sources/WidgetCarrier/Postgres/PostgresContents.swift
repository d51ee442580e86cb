package import WidgetCore

/// An archive or an image, which timelines name by its digest.
package struct EngineContent: Sendable, Hashable {
    package var digest: ContentDigest
    /// Empty for an archive.
    package var mediaType: String
    package var data: [UInt8]

    package init(digest: ContentDigest, mediaType: String, data: [UInt8]) {
        self.digest = digest
        self.mediaType = mediaType
        self.data = data
    }
}

/// The archives and images in an engine. They have no place in its log: who reads a timeline asks for what the timeline names, and checks the digest.
struct PostgresContents {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    /// Those of the contents that the engine lacks. The others count as named today.
    func lacking(_ digests: [ContentDigest]) throws -> [ContentDigest] {
        let asked = PostgresValue.byteStrings(digests.map(\.bytes))
        try connection.queue("UPDATE widgetd.content SET named_on = current_date WHERE digest = ANY ($1) AND named_on < current_date", asked)
        let rows = try connection.run(
            "SELECT a.digest FROM unnest($1) AS a (digest) WHERE NOT EXISTS (SELECT 1 FROM widgetd.content c WHERE c.digest = a.digest)", asked)
        return (0..<rows.count).compactMap { row in rows.bytes(row, 0).flatMap { ContentDigest(bytes: $0) } }
    }

    /// Keeps contents, durably.
    func keep(_ contents: [EngineContent]) throws {
        try connection.transaction("BEGIN") {
            // Two hubs that keep the same ones take them in one order, so that they don't wait for each other.
            for content in contents.sorted(by: { $0.digest.bytes.lexicographicallyPrecedes($1.digest.bytes) }) {
                try connection.queue(
                    "INSERT INTO widgetd.content (digest, media_type, data) VALUES ($1, $2, $3) ON CONFLICT (digest) DO NOTHING",
                    .bytes(content.digest.bytes), .text(content.mediaType), .bytes(content.data))
            }
        }
    }

    /// The contents that are there, in any order, as many as fit an answer.
    func find(_ digests: [ContentDigest]) throws -> [EngineContent] {
        let rows = try connection.run(
            """
            SELECT digest, media_type, data FROM (
              SELECT digest, media_type, data, sum(octet_length(data)) OVER (ORDER BY digest) - octet_length(data) AS before
              FROM widgetd.content WHERE digest = ANY ($1)
            ) c WHERE before < \(PostgresLimits.bytesPerRead)
            """, .byteStrings(digests.map(\.bytes)))
        return (0..<rows.count).compactMap { row in
            rows.bytes(row, 0).flatMap { ContentDigest(bytes: $0) }.map {
                EngineContent(digest: $0, mediaType: rows.text(row, 1), data: rows.bytes(row, 2) ?? [])
            }
        }
    }

    /// Drops contents that no hub has named for so many days.
    func drop(unnamedFor days: Int64) throws {
        try connection.run("DELETE FROM widgetd.content WHERE named_on < current_date - $1::integer", .integer(days))
    }
}
