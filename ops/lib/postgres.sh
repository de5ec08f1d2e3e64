# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this file
# A private PostgreSQL: one cluster per name, on a Unix socket that only its owner can open, with fsync on. It stops together
# with the script that started it.
#
#   postgres_start NAME          sets DATABASE_URL (a role that may create roles, but is no superuser),
#                                POSTGRES_ADMIN_URL (the superuser), POSTGRES_DATA; stops it at exit
#   postgres_start_scratch NAME  the same, and deletes the data at exit
#   postgres_kill, postgres_restart    for trials of crashes and restarts
#   POSTGRES_BIN=/path …         uses the PostgreSQL programs of that folder instead of the newest of the machine
#   admin_sql ARGUMENT …         runs psql as the superuser in the database of DATABASE_URL, and prints rows only

# PostgreSQL refuses to run as root. Root runs it as the package's user `postgres`.
if [[ $EUID -eq 0 ]]; then
    postgres_user=postgres
    as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"; }
else
    postgres_user=$(id -un)
    as_postgres() { "$@"; }
fi

# postgres_folder: prints the folder for a PostgreSQL cluster: in the checkout, or, if the PostgreSQL user cannot reach that (a checkout
# under /root, or on
# a file system without owners), in a folder for this checkout under /var/lib or /var/tmp.
postgres_folder() {
    local name=$1 mark base folder
    mark=$(printf '%s' "$ROOT" | sha256sum | cut -c 1-12)
    for base in "$LOCAL/postgres" "/var/lib/chairside/$mark" "/var/tmp/chairside-$(id -u)-$mark"; do
        folder=$base/$name
        mkdir -p "$folder" 2>/dev/null || continue
        [[ -O $folder || $(stat -c %U "$folder") == "$postgres_user" ]] || continue
        if [[ $EUID -eq 0 ]]; then chown "$postgres_user:" "$folder" 2>/dev/null || continue; fi
        # shellcheck disable=SC2016  # expands in the inner shell, as the other user
        if as_postgres sh -c 'cd "$1" && chmod 700 . && touch .probe && test "$(stat -c %a .)" = 700 && rm .probe' \
            sh "$folder" 2>/dev/null; then
            printf '%s\n' "$folder"
            return
        fi
        rmdir "$folder" 2>/dev/null || true
    done
    die "found no folder in which $postgres_user can store a database"
}

postgres_start() {
    local name=$1
    postgres_bin=$(postgres_programs)
    [[ -n $postgres_bin ]] || die "PostgreSQL's server programs are missing"
    local folder
    folder=$(postgres_folder "$name")
    POSTGRES_DATA=$folder/data

    # Only one script at a time may use a private PostgreSQL of this name. The lock is released when the script ends for any reason.
    exec {postgres_lock}>"$LOCAL/postgres-$name.lock"
    flock -n "$postgres_lock" || die "the database '$name' of this checkout is in use by another command ($POSTGRES_DATA)"

    postgres_sockets=$folder/run
    ((${#postgres_sockets} < 85)) || postgres_sockets=$(postgres_short_folder "$folder")
    as_postgres mkdir -p -m 700 "$postgres_sockets"

    [[ -s $POSTGRES_DATA/PG_VERSION && -e $folder/ready ]] || postgres_create "$folder"
    at_exit postgres_stop
    postgres_launch
    if [[ ! -e $folder/ready ]]; then
        postgres_create_role
        as_postgres touch "$folder/ready"
    fi
    export DATABASE_URL
    DATABASE_URL=$(postgres_url chairside chairside)
    POSTGRES_ADMIN_URL=$(postgres_url "$postgres_user" postgres)
}

postgres_start_scratch() {
    local name=$1-$$
    at_exit "rm -rf -- '$(postgres_folder "$name")'; rm -f -- '$LOCAL/postgres-$name.lock'"
    postgres_start "$name"
}

# The path of a Unix socket may have 107 bytes, so a deep checkout has its sockets in /tmp.
postgres_short_folder() {
    local short
    short=/tmp/chairside-$(id -u)-$(printf '%s' "$1" | sha256sum | cut -c 1-12)
    as_postgres mkdir -m 700 "$short" 2>/dev/null || true
    [[ $(stat -c '%U %a %F' "$short") == "$postgres_user 700 directory" ]] || die "$short belongs to another user"
    printf '%s\n' "$short"
}

# postgres_url ROLE DATABASE: prints the libpq URI, in which the parts are percent-encoded.
postgres_url() {
    printf 'postgresql://%s@/%s?host=%s' "$1" "$2" "$(jq -rn --arg path "$postgres_sockets" '$path | @uri')"
}

admin_sql() {
    "$postgres_bin/psql" -X -q -At -v ON_ERROR_STOP=1 "$(postgres_url "$postgres_user" chairside)" "$@"
}

postgres_create() {
    local folder=$1
    say "Creating a private database in $folder"
    rm -rf -- "$POSTGRES_DATA"
    (cd / && quietly "$LOCAL/initdb.log" as_postgres "$postgres_bin/initdb" -D "$POSTGRES_DATA" \
        --username="$postgres_user" --encoding=UTF8 --locale=C.UTF-8 --auth=peer --data-checksums) ||
        die "initdb failed"
    # The owner of this checkout may connect to the private PostgreSQL as either role. Other users cannot connect, and cannot enter the
    # socket's folder.
    local me
    me=$(id -un)
    printf '%s\n' "local all all peer map=chairside" | as_postgres tee "$POSTGRES_DATA/pg_hba.conf" >/dev/null
    printf 'chairside %s %s\n' "$postgres_user" "$postgres_user" "$me" "$postgres_user" "$me" chairside |
        sort -u | as_postgres tee "$POSTGRES_DATA/pg_ident.conf" >/dev/null
    as_postgres tee -a "$POSTGRES_DATA/postgresql.conf" >/dev/null <<'SETTINGS'

# Chairside promises that an acknowledged commit is on the disk.
listen_addresses = ''
unix_socket_permissions = 0700
fsync = on
synchronous_commit = on
full_page_writes = on
max_connections = 200
shared_buffers = 512MB
effective_cache_size = 2GB
work_mem = 16MB
maintenance_work_mem = 256MB
max_wal_size = 4GB
checkpoint_timeout = 15min
random_page_cost = 1.1
timezone = 'UTC'
log_timezone = 'UTC'
log_min_messages = warning
SETTINGS
    # PostgreSQL may have been built without lz4.
    if (cd / && as_postgres "$postgres_bin/postgres" -C wal_compression -c wal_compression=lz4 -D "$POSTGRES_DATA") \
        &>/dev/null; then
        echo 'wal_compression = lz4' | as_postgres tee -a "$POSTGRES_DATA/postgresql.conf" >/dev/null
    fi
    # Root can open every socket, so the folder of the private PostgreSQL stays closed to others.
    [[ $EUID -eq 0 ]] || return 0
}

# postgres_create_role: creates the login role, which may create the server's role and switch to it, but is no superuser.
postgres_create_role() {
    "$postgres_bin/psql" -X -q -v ON_ERROR_STOP=1 "$(postgres_url "$postgres_user" postgres)" <<'SQL'
CREATE ROLE chairside LOGIN CREATEROLE CREATEDB;
CREATE DATABASE chairside OWNER chairside;
SQL
}

postgres_launch() {
    postgres_clear_stale_lock
    if postgres_runs; then
        note "the private database is already running"
    else
        (cd / && quietly "$LOCAL/postgres-start.log" as_postgres "$postgres_bin/pg_ctl" start -w -t 120 -s \
            -D "$POSTGRES_DATA" -l "$POSTGRES_DATA/server.log" -o "-k '$postgres_sockets'" {postgres_lock}>&-) || {
            tail -n 20 "$POSTGRES_DATA/server.log" >&2 2>/dev/null || true
            die "PostgreSQL does not start"
        }
    fi
}

# postgres_processes: sets `processes` to the processes whose working folder is the PostgreSQL cluster's: the postmaster and its children
# change to it at once.
postgres_processes() {
    local process
    processes=()
    for process in /proc/[0-9]*; do
        [[ $process/cwd -ef $POSTGRES_DATA ]] && processes+=("${process#/proc/}")
    done
    return 0
}

postgres_runs() {
    local process
    { read -r process <"$POSTGRES_DATA/postmaster.pid"; } 2>/dev/null || return 1
    [[ /proc/$process/cwd -ef $POSTGRES_DATA ]]
}

# postgres_clear_stale_lock: After `kill -9` or a power cut, PostgreSQL's pid file stays. Its number may meanwhile belong to another
# process of ours, or to a zombie,
# which PostgreSQL would take for a server. So it is removed once no process of this cluster is left.
postgres_clear_stale_lock() {
    local processes i
    [[ -e $POSTGRES_DATA/postmaster.pid ]] || return 0
    postgres_runs && return 0
    for ((i = 0; i < 200; i++)); do # Orphaned child processes of PostgreSQL end by themselves within a moment.
        postgres_processes
        ((${#processes[@]} == 0)) && break
        sleep 0.05
    done
    ((${#processes[@]} == 0)) || die "processes of a killed PostgreSQL are still running: ${processes[*]}"
    rm -f -- "$POSTGRES_DATA/postmaster.pid" "$postgres_sockets"/.s.PGSQL.*
}

postgres_stop() {
    postgres_runs || return 0
    (cd / && as_postgres "$postgres_bin/pg_ctl" stop -s -w -t 60 -m fast -D "$POSTGRES_DATA") ||
        note "PostgreSQL did not stop; see $POSTGRES_DATA/server.log"
}

# postgres_kill: kills all processes of PostgreSQL at once, without a flush, like a power cut. Repeats until all have ended: the kernel
# takes a moment, and
# the first look may miss a process that is being forked.
postgres_kill() {
    local processes i
    for ((i = 0; i < 200; i++)); do
        postgres_processes
        ((${#processes[@]} > 0)) || return 0
        kill -KILL "${processes[@]}" 2>/dev/null || true
        sleep 0.01
    done
    die "PostgreSQL is still running after kill -9: ${processes[*]}"
}

postgres_restart() { postgres_launch; }
