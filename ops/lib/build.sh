# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this file
# One release build serves, tests and measures. The flags are the same everywhere, so that all scripts share one build.

chairside=${CHAIRSIDE_BIN:-$ROOT/.build/release/chairside}
build_log=$LOCAL/build.log

# build_chairside: builds the program, or uses the one that CHAIRSIDE_BIN names.
# build_everything: builds the tests as well.
build_chairside() {
    if [[ -n ${CHAIRSIDE_BIN:-} ]]; then
        [[ -x $CHAIRSIDE_BIN ]] || die "CHAIRSIDE_BIN is not a program: $CHAIRSIDE_BIN"
    else
        build_with --product chairside
    fi
}
build_everything() { build_with --build-tests --explicit-target-dependency-import-check error; }

build_with() {
    need_swift
    need_console_library
    say "Building (release; the first time takes some minutes, then seconds)"
    # Colour is a compiler flag, so a build with colour on a terminal would compile everything again.
    local build=(swift build --package-path "$ROOT" -c release --no-color-diagnostics "$@")
    if [[ -t 1 ]]; then
        "${build[@]}" || die "the build failed"
    else
        quietly "$build_log" "${build[@]}" || die "the build failed"
    fi
}
