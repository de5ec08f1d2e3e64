# shellcheck shell=bash disable=SC2034 # variables are for the scripts that source this
# One release build serves, tests and measures: the flags are the same everywhere, so that what is built
# for one is there for the other.

chairside=${CHAIRSIDE_BIN:-$ROOT/.build/release/chairside}
build_log=$LOCAL/build.log

# build_chairside: the server and its command; where CHAIRSIDE_BIN names that binary, nothing is built.
# build_everything: the tests as well.
build_chairside() {
    if [[ -n ${CHAIRSIDE_BIN:-} ]]; then
        [[ -x $CHAIRSIDE_BIN ]] || die "CHAIRSIDE_BIN is no program: $CHAIRSIDE_BIN"
    else
        build_with --product chairside
    fi
}
build_everything() { build_with --build-tests --explicit-target-dependency-import-check error; }

build_with() {
    need_swift
    say "Building (release; the first time takes some minutes, then seconds)"
    # Colours are among the compiler's flags: on a terminal everything would be built anew.
    local build=(swift build --package-path "$ROOT" -c release --no-color-diagnostics "$@")
    if [[ -t 1 ]]; then
        "${build[@]}" || die "the build failed"
    else
        quietly "$build_log" "${build[@]}" || die "the build failed"
    fi
}
