# shellcheck shell=bash disable=SC2154 # $scratch, $server and the like come from the other files
# Two servers that deliver messages to a fake receiver, and are killed meanwhile. Used by ops/pushes and ops/webhooks.
# The receiver records each delivery as a line of the file `received` in the scratch folder.
#
#   delivering_servers_start     starts two servers; sets `ports` to their ports
#   settled_watch STATEMENT      writes twice a second what the statement selects to the file `settled` in the scratch
#                                folder; the statement ends with its conditions, and gets one for the last minute
#   changes_start ARGUMENT …     books and cancels visits of a patient without pause, through both servers
#   delivering_servers_kill N    kills one server after the other (kill -9), N times in all, and starts it again
#   changes_end, settled_end     stop what the functions above have started
#   wait_for_none STATEMENT      waits until the statement selects 0; fails after ten minutes

delivering_servers_start() {
    local number
    ports=("$(free_port)" "$(free_port)")
    delivering=()
    for number in 0 1; do delivering_server_start "$number"; done
}

delivering_server_start() {
    server_start "${ports[$1]}"
    delivering[$1]=$server
}

settled_watch() {
    # Older rows are in the file already. Without the limit, each look would read and write all rows of a long trial.
    settled_statement="$1 AND settled_at > clock_timestamp() - interval '1 minute'"
    : >"$scratch/settled"
    while :; do
        settled_write
        sleep 0.5
    done &
    settled_process=$!
    at_exit "kill $settled_process 2>/dev/null || true"
}

settled_write() { admin_sql -c "$settled_statement" >>"$scratch/settled"; }

# The last rows are written once more, so that each settled row is in the file.
settled_end() {
    process_runs "$settled_process" || die "the watch of the recorded deliveries ended early"
    kill "$settled_process"
    settled_write
}

# shellcheck disable=SC2119,SC2120 # not every script has arguments
changes_start() {
    python3 "$ROOT/ops/trials/appointment_changes.py" --ports "${ports[@]}" "$@" &
    changes=$!
    at_exit "kill $changes 2>/dev/null || true"
}

changes_end() { kill "$changes"; }

# The shortest pause before a kill is half of the three seconds for which an idle server rests between two searches for
# due deliveries. The servers are killed in turns, so each lives for at least two pauses, and has searched. After the
# pause, a server is killed when the next delivery arrives: then the outcomes of its deliveries are often not recorded
# yet. All deliveries may wait for claims of killed servers, so the kill waits for at most a second.
delivering_servers_kill() {
    local kills=$1 number tenths record began=$SECONDS
    exec {record}<"$scratch/received"
    for ((number = 0; number < kills; number++)); do
        tenths=$((RANDOM % 15 + 15))
        sleep "$((tenths / 10)).$((tenths % 10))"
        next_delivery_wait "$record"
        process_runs "$changes" || die "the changes of appointments ended"
        server_kill "${delivering[number % 2]}"
        delivering_server_start $((number % 2))
        ((number % 10 != 9)) ||
            note "$((number + 1)) kills after $((SECONDS - began)) s; $(wc -l <"$scratch/received") deliveries so far"
    done
    exec {record}<&-
}

# next_delivery_wait DESCRIPTOR: reads the record of deliveries to its end, and returns when a further line is there, or
# after about a second.
next_delivery_wait() {
    local i
    while read -r -u "$1"; do :; done
    for ((i = 0; i < 100; i++)); do
        ! read -r -u "$1" || return 0
        sleep 0.01
    done
}

wait_for_none() {
    local i
    for ((i = 0; i < 600; i++)); do
        [[ $(admin_sql -c "$1") != 0 ]] || return 0
        sleep 1
    done
    die "some deliveries were not made within ten minutes"
}
