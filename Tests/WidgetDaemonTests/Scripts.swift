/// Provider scripts that tests place widgets of.
enum Scripts {
    /// One entry, for ever.
    static func text(_ text: String) -> String {
        #"printf '{"view":{"text":"\#(text)"},"policy":"never"}'"#
    }

    /// A counter in a file: a button adds one, the view shows it. It shows how often an intent was performed.
    ///
    /// Where `<file>.kill` has a process id, performing kills that process at the very end: a daemon that dies between an action and the reload it is owed.
    /// - Parameter filler: performing fills the disk that this file is on, at the very end too.
    static func counter(_ file: String, fillingUpWith filler: String = "") -> String {
        #"""
        request=$(cat)
        case $request in
        *'"call":"perform"'*)
            echo x >>\#(file)
            if [ -e \#(file).kill ]; then kill -KILL "$(cat \#(file).kill)"; fi
            if [ -n "\#(filler)" ]; then cat /dev/zero >"\#(filler)" 2>/dev/null; fi
            exit 0 ;;
        esac
        count=$(wc -l <\#(file) 2>/dev/null || echo 0)
        printf '{"view":{"vstack":[{"text":"count %d"},{"button":"Add","id":"add","intent":"Add"}]},"policy":"never"}' "$count"
        """#
    }

    /// Says what it was asked and for whom: `timeline systemSmall light 2.0 false`. Its placeholder is at once there, its timeline when somebody writes to the
    /// pipe `gate`, and its entries `refused` fail.
    static func echo(gate: String = "", refusing refused: String = "none") -> String {
        #"""
        request=$(cat)
        value() { printf '%s' "$request" | sed -n "s/.*\"$1\":\"\{0,1\}\([^,}\"]*\).*/\1/p"; }
        call=$(value call)
        case " \#(refused) " in *" $call "*) echo "gives no $call" >&2; exit 1 ;; esac
        if [ "$call" = timeline ] && [ -n "\#(gate)" ]; then cat "\#(gate)" >/dev/null; fi
        printf '{"view":{"text":"%s"},"policy":"never"}' "$call $(value family) $(value colorScheme) $(value scale) $(value preview) $(value days)"
        """#
    }

    /// Answers until `file` exists, and fails from then on.
    static func failing(when file: String) -> String {
        #"""
        if [ -e \#(file) ]; then echo "the server is away" >&2; exit 3; fi
        printf '{"view":{"text":"good"},"policy":"never"}'
        """#
    }

    /// Works for half a second of processor time, and prints how many ticks (10 ms) of it the process `other` took meanwhile.
    static func ticks(of other: String) -> String {
        #"""
        ticks() { set -- $(cut -d")" -f2 /proc/$1/stat); echo $((${12} + ${13})); }
        before=$(ticks \#(other)); end=$(($(ticks $$) + 50))
        while [ $(ticks $$) -lt $end ]; do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; done
        echo ticks:$(($(ticks \#(other)) - before)).
        """#
    }

    /// The output of that.
    static func ticks(in output: String) -> Int? { output.firstMatch(of: /ticks:(\d+)\./).flatMap { Int($0.1) } }
}
