# shellcheck shell=bash
# Chooses PostgreSQL's client programs by the server's version. Sourced by ops/backup and ops/restore, which may run on a machine without
# anything else of ops/lib.
#
#   server_version URI          prints the major version of the server, such as 15
#   client_programs VERSION     sets pg_dump, pg_restore and psql to the programs of that major version
#
# pg_dump of another version makes a dump that the server's own pg_restore may not read, or that sets settings which the server does not
# know. So only programs of exactly the server's major version are used.

# version_of PROGRAM: prints the major version of one of PostgreSQL's programs; nothing if it does not run.
version_of() { "$1" --version 2>/dev/null | sed -nE 's/^.* \(PostgreSQL\) ([0-9]+).*/\1/p'; }

# any_psql: prints a psql. Each version can ask a server of any other version for its version.
any_psql() {
    local program
    program=$(command -v psql || compgen -G '/usr/lib/postgresql/*/bin/psql' | sort -V | tail -n 1) || true
    [[ -n $program ]] || die "psql is missing: install PostgreSQL's client programs (Debian: postgresql-client)"
    printf '%s\n' "$program"
}

server_version() {
    local number program
    program=$(any_psql) || exit 1
    number=$("$program" -X -q -At -v ON_ERROR_STOP=1 -d "$1" -c 'SHOW server_version_num') || die "the database cannot be reached"
    printf '%s\n' "$((number / 10000))"
}

# client_folders: prints the folders that may have client programs, those of the PATH first.
client_folders() {
    tr ':' '\n' <<<"$PATH"
    compgen -G '/usr/lib/postgresql/*/bin' || true
    compgen -G '/usr/pgsql-*/bin' || true
}

client_programs() {
    local version=$1 folder found=() name
    while read -r folder; do
        [[ -x $folder/pg_dump && -x $folder/pg_restore && -x $folder/psql ]] || continue
        if [[ $(version_of "$folder/pg_dump") == "$version" && $(version_of "$folder/pg_restore") == "$version" ]]; then
            # shellcheck disable=SC2034  # the scripts that source this file use these
            pg_dump=$folder/pg_dump pg_restore=$folder/pg_restore psql=$folder/psql
            return 0
        fi
        found+=("$(version_of "$folder/pg_dump") in $folder")
    done < <(client_folders)
    name=$(printf ', %s' "${found[@]:-none of any version}")
    die "the server is PostgreSQL $version, and no client programs of that version were found (there are: ${name#, }). \
Install them (Debian: postgresql-client-$version), or put their folder into the PATH"
}
