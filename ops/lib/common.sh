# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this file
# The start of every command in ops/: paths, messages, and cleanup at the end.
# Sourced, never run. The caller has `set -euo pipefail`.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
LOCAL=$ROOT/.local
readonly ROOT LOCAL
mkdir -p "$LOCAL" 2>/dev/null || true
[[ -w $LOCAL ]] || {
    printf '%s\n' "$LOCAL is not writable for $(id -un): use a clone of your own" >&2
    exit 1
}

if [[ -t 2 ]]; then
    bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' plain=$'\e[0m'
else
    bold='' red='' green='' plain=''
fi
readonly bold red green plain

say() { printf '%s\n' "${bold}▸ $*${plain}" >&2; }
note() { printf '%s\n' "  $*" >&2; }
good() { printf '%s\n' "${green}✔ $*${plain}" >&2; }
die() {
    printf '%s\n' "${red}✘ $*${plain}" >&2
    exit 1
}

# --- cleanup at the end ---------------------------------------------------------------------------
# `at_exit 'command'` runs the command when the script ends for any reason, in reverse order.
undo=()
at_exit() { undo+=("$1"); }

run_undo() {
    local status=$? i
    trap '' INT TERM HUP PIPE # The cleanup is short and must not be interrupted.
    set +e
    for ((i = ${#undo[@]} - 1; i >= 0; i--)); do eval "${undo[i]}"; done
    exit "$status"
}
trap run_undo EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# scratch_folder: makes a private folder, which is deleted when the script ends.
scratch_folder() {
    local folder
    folder=$(mktemp -d "${TMPDIR:-/tmp}/chairside.XXXXXX")
    at_exit "rm -rf -- '$folder'"
    scratch=$folder
}

# stop_process PROCESS [SECONDS]: ends a process that the script has started, by SIGTERM, and by SIGKILL after so many seconds (default
# 30).
stop_process() {
    local process=$1 seconds=${2:-30} i
    kill -TERM "$process" 2>/dev/null || return 0
    for ((i = 0; i < seconds * 20; i++)); do
        process_runs "$process" || return 0
        sleep 0.05
    done
    note "process $process does not stop by itself after $seconds s: killed"
    kill -KILL "$process" 2>/dev/null || true
}

# process_runs PROCESS: succeeds while the process runs; a zombie does not count. The function is called often, so it starts no process:
# after tens of thousands of processes their ids repeat, and bash would wait for the wrong one.
process_runs() {
    local status
    { read -r status <"/proc/$1/stat"; } 2>/dev/null || return 1
    [[ ${status##*) } != Z* ]] # The state comes after the command's name, which may contain any character.
}

# port_is_taken PORT: succeeds if a process listens on this TCP port of loopback.
port_is_taken() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# free_port: prints a TCP port that no process uses now.
free_port() {
    local port i
    for ((i = 0; i < 200; i++)); do
        port=$((20000 + RANDOM % 12000)) # The port is below the range of outgoing connections.
        port_is_taken "$port" || {
            printf '%s\n' "$port"
            return
        }
    done
    die "found no free TCP port"
}

# quietly LOGFILE COMMAND …: runs a command and shows its output only if it fails.
quietly() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 || {
        local status=$?
        tail -n 60 "$log" >&2
        note "(full output: $log)"
        return "$status"
    }
}
