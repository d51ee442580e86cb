/// The scripts that make shells ask `widgetctl` what may stand where Tab is pressed.
enum CompletionScript {
    static func of(_ shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private static let bash = #"""
        # widgetctl itself says what may follow.
        _widgetctl() {
            local line
            COMPREPLY=()
            while IFS= read -r line; do
                case $line in
                $'\tfiles') compopt -o default ;;
                *)
                    # More of the word follows.
                    [[ $line = *= ]] && compopt -o nospace
                    COMPREPLY+=("$line")
                    ;;
                esac
            done < <("${COMP_WORDS[0]/#\~/$HOME}" ---candidates bash "$COMP_WORDBREAKS" "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
        }
        complete -o nosort -F _widgetctl widgetctl

        """#

    private static let zsh = #"""
        #compdef widgetctl
        # widgetctl itself says what may follow.
        _widgetctl() {
            local line
            local -a plain open
            for line in "${(@f)$("${(Q)words[1]}" ---candidates zsh "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
                case $line in
                $'\tfiles') _files; return ;;
                +*) open+=("${line#+}") ;;
                -*) plain+=("${line#-}") ;;
                esac
            done
            _describe -V '' plain -- open -S ''
        }
        if [[ ${funcstack[1]} = _widgetctl ]]; then
            _widgetctl "$@"
        else
            compdef _widgetctl widgetctl
        fi

        """#

    private static let fish = #"""
        # widgetctl itself says what may follow.
        function __widgetctl_candidates
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            for line in (command $words[1] ---candidates fish $words "$current" 2>/dev/null)
                if test "$line" = \tfiles
                    __fish_complete_path "$current"
                else
                    printf '%s\n' "$line"
                end
            end
        end
        complete -c widgetctl -k -f -a '(__widgetctl_candidates)'

        """#
}
