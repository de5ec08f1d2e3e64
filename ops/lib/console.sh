# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this file
# The library of the browser console, which is not in the repository. ops/sbom reads the values here.

# Preact and htm in one file. The package datasette-preact on PyPI contains that file as the makers of both offer it.
console_library=Sources/Console/Files/vendor/preact.js
console_library_name=preact-10.27.2-htm-3.1.1.min.js
console_library_hash=2ad4f06c517e968b6382c26262363ebb89ebd7bcf3f7dc29a8368fe5b542861b
console_wheel=https://files.pythonhosted.org/packages/2e/54/31191b532d3d87386bb5b6e35c70e344b400f42af3b893fbd57cd15996f4/datasette_preact-0.0.1-py3-none-any.whl
console_wheel_hash=6cfe3b4d4651ffa4ec9207e3df40e49ea5e157d9b064ac02fd516d931cd52a58

has_hash() { [[ -f $1 && $(sha256sum <"$1") == "$2  -" ]]; } # has_hash FILE SHA256

# need_console_library: gets the library, unless it is there already.
need_console_library() {
    local file=$ROOT/$console_library
    has_hash "$file" "$console_library_hash" && [[ -s ${file%.js}.LICENSE.txt ]] && return 0
    need_packages curl python3
    say "Getting the library of the browser console ($console_library_name)"
    local wheel=$LOCAL/console.whl
    curl -fsSL --retry 3 -m 120 -o "$wheel" "$console_wheel" ||
        die "cannot get $console_wheel. Without a network, copy the file $console_library from another checkout, or build with \`swift build\` alone: that program has no browser console."
    has_hash "$wheel" "$console_wheel_hash" || die "$console_wheel is not the file that it was: nothing is installed"
    mkdir -p "${file%/*}"
    python3 -m zipfile -e "$wheel" "$LOCAL/console" || die "$wheel cannot be unpacked"
    has_hash "$LOCAL/console/datasette_preact/static/$console_library_name" "$console_library_hash" ||
        die "$console_wheel contains another $console_library_name: nothing is installed"
    mv "$LOCAL/console/datasette_preact/static/$console_library_name" "$file"
    # The licence of the package. Preact itself is under the MIT License, htm under the Apache License 2.0.
    cp "$LOCAL/console/datasette_preact-0.0.1.dist-info/licenses/LICENSE" "${file%.js}.LICENSE.txt"
    rm -rf "$LOCAL/console" "$wheel"
}
