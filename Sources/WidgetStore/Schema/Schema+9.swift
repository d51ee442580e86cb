internal import GRDB

extension Schema {
    // Whether it isn't known that a tap came to the control's device.
    static func unansweredTaps9(_ db: Database) throws {
        // Programs between two releases made it with version 8.
        guard try !db.columns(in: "control_key").contains(where: { $0.name == "is_unanswered" }) else { return }
        try db.execute(sql: "ALTER TABLE control_key ADD COLUMN is_unanswered INTEGER NOT NULL DEFAULT 0")
    }
}
