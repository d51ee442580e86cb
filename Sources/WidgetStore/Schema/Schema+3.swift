extension Schema {
    // What each widget has left to spend on reloads, and which of them waits for it. A bucket that is null was never spent from.
    static let budgets3 = """
        ALTER TABLE reload_record ADD COLUMN deferred INTEGER;
        ALTER TABLE reload_record ADD COLUMN own_credit INTEGER;
        ALTER TABLE reload_record ADD COLUMN own_settled_at INTEGER;
        ALTER TABLE reload_record ADD COLUMN push_credit INTEGER;
        ALTER TABLE reload_record ADD COLUMN push_settled_at INTEGER;
        ALTER TABLE reload_record ADD COLUMN last_spent_at INTEGER;
        ALTER TABLE reload_record ADD COLUMN last_seen_at INTEGER;
        """
}
