extension Schema {
    // How often in a row the same was decided, and quickly to be found: why a widget's entry is shown (event 5). Where this device is, its time zone and its locale, is in `meta`.
    static let decisions7 = """
        ALTER TABLE decision ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
        CREATE INDEX decision_shown ON decision(widget, sequence) WHERE event = 5;
        """
}
