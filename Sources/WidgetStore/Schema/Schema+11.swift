extension Schema {
    // Where a person has put a widget on the board.
    static let positions11 = """
        ALTER TABLE widget ADD COLUMN position TEXT NOT NULL DEFAULT '';
        """
}
