# shellcheck shell=bash
# The demo clinic in a database that is deleted at the end. Every trial begins with this clinic.
#
#   demo_clinic NAME PATIENTS [PACKAGE …]   builds, and sets what postgres_start sets; servers log to .local/NAME.log

demo_clinic() {
    local name=$1 patients=$2
    shift 2
    need_packages "${packages_to_build[@]}" "${packages_to_run[@]}" "$@"
    build_chairside
    scratch_folder
    export CHAIRSIDE_KEYS=$scratch/keys
    need_keys
    server_arguments+=(--network-rate 1000000 --session-rate 1000000 --account-rate 1000000)
    postgres_start_scratch "$name"
    "$chairside" migrate >&2
    "$chairside" demo --patients "$patients" >&2
    server_log=$LOCAL/$name.log
    : >"$server_log"
}
