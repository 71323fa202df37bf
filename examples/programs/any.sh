#!/bin/sh
# A bot that needs nothing but a POSIX shell. It chooses any legal action.
#
#     parlour play resource-war --second "program:sh examples/programs/any.sh"
while IFS= read -r line; do
    case $line in
    '{"type":"choose"'*)
        actions=${line#*\"actions\":[}
        actions=${actions%%]*}
        seed=${line##*\"seed\":}
        seed=${seed%\}}
        IFS=,
        set -- $actions
        unset IFS
        shift $((seed % $#))
        echo "{\"action\":$1}"
        ;;
    esac
done
