/// Provider scripts that tests place widgets of.
enum Scripts {
    /// One entry, for ever.
    static func text(_ text: String) -> String {
        #"printf '{"view":{"text":"\#(text)"},"policy":"never"}'"#
    }

    /// A counter in a file: a button adds one, the view shows it. It shows how often an intent was performed.
    ///
    /// Where `<file>.kill` has a process id, performing kills that process at the very end: a daemon that dies between an action and the reload it is owed.
    static func counter(_ file: String) -> String {
        #"""
        request=$(cat)
        case $request in
        *'"call":"perform"'*)
            echo x >>\#(file)
            if [ -e \#(file).kill ]; then kill -KILL "$(cat \#(file).kill)"; fi
            exit 0 ;;
        esac
        count=$(wc -l <\#(file) 2>/dev/null || echo 0)
        printf '{"view":{"vstack":[{"text":"count %d"},{"button":"Add","id":"add","intent":"Add"}]},"policy":"never"}' "$count"
        """#
    }

    /// Answers until `file` exists, and fails from then on.
    static func failing(when file: String) -> String {
        #"""
        if [ -e \#(file) ]; then echo "the server is away" >&2; exit 3; fi
        printf '{"view":{"text":"good"},"policy":"never"}'
        """#
    }
}
