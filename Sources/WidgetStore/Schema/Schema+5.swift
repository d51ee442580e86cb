extension Schema {
    // The budget that a person chose for one widget on this device: kept beside what it has spent, and not replicated. Null: its kind's, or every widget's.
    static let chosenBudgets5 = """
        ALTER TABLE reload_record ADD COLUMN chosen_per_day INTEGER;
        ALTER TABLE reload_record ADD COLUMN chosen_saved INTEGER;
        """
}
