# shellcheck shell=bash disable=SC2154 # $scratch, $chairside and the like come from the other files
# A load of continuous bookings, for trials that disturb servers and databases meanwhile.
#
#   bookings_start COUNT PORT …   starts to book, at most COUNT times, through the servers at these ports
#                                 (with bookings_silence=SECONDS set, bookings_end fails if none was acknowledged for that long)
#   bookings_count                sets `bookings` to the number of acknowledged bookings
#   bookings_wait WHAT            the same, after a further booking was acknowledged; fails after 30 s and names WHAT
#   bookings_reset                resets the connections of the clients that book
#   bookings_end                  stops; fails unless each acknowledged booking is in the log once, and nothing else is
#   bookings_without_repeats      after the end: fails unless each booking was answered at the first attempt

bookings_start() {
    local count=$1
    shift
    acknowledged=$scratch/acknowledged.jsonl
    python3 "$ROOT/ops/trials/clinic_api.py" plan --port "$1" --count "$count" >"$scratch/plan"
    : >"$acknowledged"
    exec {acknowledgements}<"$acknowledged"
    bookings=0
    python3 "$ROOT/ops/trials/booking_load.py" --plan "$scratch/plan" --out "$acknowledged" \
        ${bookings_silence:+--longest-silence "$bookings_silence"} --ports "$@" &
    load=$!
    at_exit "stop_process $load 5"
}

# The function reads only new lines of the log of bookings, without starting a process, since it is called twenty times a second. An
# incomplete line counts later.
bookings_count() {
    while read -r -u "$acknowledgements"; do ((++bookings)); done
}

bookings_wait() {
    local before i
    bookings_count
    before=$bookings
    for ((i = 0; i < 600; i++)); do
        bookings_count
        ((bookings >= before + 50)) && return 0
        process_runs "$load" || die "the bookings ended early"
        sleep 0.05
    done
    die "no bookings for 30 s after $1"
}

bookings_reset() { kill -USR1 "$load"; }

bookings_end() {
    local wrong
    kill -TERM "$load"
    wait "$load" || die "some bookings failed"
    jq -r '[.key, .id] | @csv' "$acknowledged" >"$scratch/acknowledged.csv"
    wrong=$("$postgres_bin/psql" -X -At -v ON_ERROR_STOP=1 -v acknowledged="$scratch/acknowledged.csv" \
        -f "$ROOT/ops/trials/acknowledged_once.sql" "$DATABASE_URL")
    [[ -z $wrong ]] || die "$(wc -l <<<"$wrong") bookings are wrong in the log:"$'\n'"$(head -n 20 <<<"$wrong")"
    bookings_count
    good "each of $bookings acknowledged bookings is in the log exactly once; positions have no gaps"
}

bookings_without_repeats() {
    local repeated
    repeated=$(jq -c 'select(.tries > 1)' "$acknowledged")
    [[ -z $repeated ]] || die "some bookings had to be repeated:"$'\n'"$(head -n 5 <<<"$repeated")"
}
