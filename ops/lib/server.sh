# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this file
# Functions for Chairside servers that run as child processes of the script.
#
#   server_start PORT [ARGUMENT …]   starts a server and waits until it is ready; sets `server` to its process id
#   server_stop PROCESS              drains a server
#   server_kill PROCESS              kills a server (kill -9)

server_log=$LOCAL/server.log
# These arguments are passed to every server. A trial sends more requests from one address than people do, so it raises the rate limits
# here.
server_arguments=()

# The server's keys and its pepper are made once, readable only for this user.
export CHAIRSIDE_KEYS=${CHAIRSIDE_KEYS:-$LOCAL/keys}
need_keys() {
    [[ -d $CHAIRSIDE_KEYS && -n $(ls -A "$CHAIRSIDE_KEYS") ]] && return 0
    (umask 077 && mkdir -p "$CHAIRSIDE_KEYS")
    "$chairside" keys init --keys "$CHAIRSIDE_KEYS" >&2 || die "could not make the keys"
}

# The running servers by process id; they are stopped at exit.
declare -A servers=()
servers_stop() {
    local process
    for process in "${!servers[@]}"; do server_stop "$process"; done
}

# The server runs in a separate session, so that Ctrl-C reaches only this script, which then drains the server. The server also drains if
# this script is killed.
server_start() {
    local port=$1
    shift
    setsid setpriv --pdeathsig TERM -- \
        "$chairside" serve --host 127.0.0.1 --port "$port" --keys "$CHAIRSIDE_KEYS" "${server_arguments[@]}" "$@" >>"$server_log" 2>&1 &
    server=$!
    ((${#servers[@]} > 0)) || at_exit servers_stop
    servers[$server]=$port
    server_wait_until_ready "$port" "$server"
}

server_wait_until_ready() {
    local port=$1 process=$2 i
    for ((i = 0; i < 600; i++)); do
        curl -fsS -o /dev/null -m 2 "http://127.0.0.1:$port/readyz" 2>/dev/null && return 0
        process_runs "$process" || {
            tail -n 20 "$server_log" >&2
            die "the server ended; its log is $server_log"
        }
        sleep 0.05
    done
    tail -n 20 "$server_log" >&2
    die "the server is not ready after 30 s; its log is $server_log"
}

server_stop() {
    stop_process "$1" 30
    wait "$1" 2>/dev/null || true
    unset "servers[$1]"
}

server_kill() {
    kill -KILL "$1"
    wait "$1" 2>/dev/null || true
    unset "servers[$1]"
}

# first_request: prints a first request to the server, to copy and paste.
first_request() {
    cat <<TEXT
  curl -s $1/api/v1/auth/login -H 'Content-Type: application/json' \\
      -d '{"email":"reception@spree.example","password":"chairside-demo"}'
TEXT
}
