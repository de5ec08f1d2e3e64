# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this file
# Functions that install missing Debian packages, with sudo unless the user is root.

packages_to_build=(pkg-config libuv1-dev libpq-dev libargon2-dev libssl-dev libnghttp2-dev zlib1g-dev libpango1.0-dev
    libcurl4-openssl-dev libqrencode-dev
    libturbojpeg0-dev libpng-dev git)
# The fonts of printed PDF files.
packages_to_print=(fonts-dejavu-core fonts-droid-fallback)
packages_to_run=(postgresql postgresql-contrib curl jq openssl procps util-linux ca-certificates tzdata
    "${packages_to_print[@]}")
# These packages contain the programs with which tests read printed PDF files.
packages_to_test=(poppler-utils)

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "this needs root or sudo: $*"
    fi
}

package_is_installed() {
    [[ $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) == 'install ok installed' ]]
}

# need_packages NAME …: installs the packages that are missing.
need_packages() {
    local missing=() name
    if ! command -v dpkg-query >/dev/null; then
        note "not a Debian system: install these by hand: $*"
        return 0
    fi
    for name in "$@"; do
        # Any installed PostgreSQL server is good enough, even if it does not come from Debian.
        [[ $name == postgresql* ]] && [[ -n $(postgres_programs) ]] && continue
        package_is_installed "$name" || missing+=("$name")
    done
    ((${#missing[@]} == 0)) && return 0

    say "Installing ${missing[*]}"
    # The package's default PostgreSQL cluster is not created: no script uses it, and it would listen on port 5432.
    local no_cluster=/etc/postgresql-common/createcluster.d/chairside.conf
    if [[ " ${missing[*]} " == *' postgresql '* && ! -e $no_cluster ]]; then
        as_root mkdir -p "${no_cluster%/*}"
        as_root sh -c "echo 'create_main_cluster = false' > $no_cluster"
        at_exit "as_root rm -f $no_cluster"
    fi
    quietly "$LOCAL/apt.log" as_root apt-get update -q || note "apt-get update failed; trying with the lists at hand"
    quietly "$LOCAL/apt.log" as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends "${missing[@]}" ||
        die "could not install ${missing[*]}"
}

# postgres_programs: prints the folder of the PostgreSQL server's programs: the one that POSTGRES_BIN names, or else the newest of the
# machine's; nothing if there is none.
postgres_programs() {
    local folder
    if [[ -n ${POSTGRES_BIN:-} ]]; then
        [[ -x $POSTGRES_BIN/initdb ]] || die "POSTGRES_BIN names no folder with PostgreSQL's programs: $POSTGRES_BIN"
        printf '%s\n' "$POSTGRES_BIN"
        return
    fi
    folder=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    if [[ -x $folder/initdb ]]; then
        printf '%s\n' "$folder"
    elif command -v initdb >/dev/null; then
        dirname "$(readlink -f "$(command -v initdb)")"
    fi
}

need_swift() {
    command -v swift >/dev/null || PATH=$PATH:/opt/swift/usr/bin:/usr/libexec/swift/bin
    command -v swift >/dev/null || die "Swift 6.3 or newer is needed: https://www.swift.org/install/linux/"
}

# need_python NAME PACKAGE …: makes a private Python environment in .local/NAME with exactly these packages. Sets `python`.
need_python() {
    local name=$1 stamp
    shift
    python=$LOCAL/$name/bin/python
    stamp=$LOCAL/$name/packages
    [[ -x $python && $(cat "$stamp" 2>/dev/null) == "$*" ]] && return 0

    python3 -c 'import ensurepip, venv' 2>/dev/null || need_packages python3 python3-venv
    local system_python=python3
    python3 -c 'import ensurepip, venv' 2>/dev/null || system_python=/usr/bin/python3
    say "Installing into a private Python environment: $*"
    rm -rf "${LOCAL:?}/$name"
    "$system_python" -m venv "$LOCAL/$name"
    quietly "$LOCAL/pip.log" "$python" -m pip install --disable-pip-version-check -q "$@" ||
        die "pip could not install: $*"
    printf '%s' "$*" >"$stamp"
}
