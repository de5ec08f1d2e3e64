# shellcheck shell=bash disable=SC2034 # the variables are for the scripts that source this file
# Functions that make TLS certificates that only this machine trusts.

# make_certificate FOLDER [DAYS [ARGUMENT …]]: makes FOLDER/cert.pem and FOLDER/key.pem, for localhost and 127.0.0.1.
make_certificate() {
    local folder=$1 days=${2:-90}
    shift $(($# < 2 ? $# : 2))
    mkdir -p "$folder"
    (umask 077 && quietly "$LOCAL/openssl.log" openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc \
        -keyout "$folder/key.pem" -out "$folder/cert.pem" -days "$days" -subj '/CN=localhost' \
        -addext 'subjectAltName=DNS:localhost,IP:127.0.0.1' "$@") || die "could not make a certificate"
}

# need_certificate: makes the certificate for development, in .local/tls, again if it expires within a week. Sets `certificate` and `key`.
need_certificate() {
    certificate=$LOCAL/tls/cert.pem key=$LOCAL/tls/key.pem
    [[ -s $key ]] && openssl x509 -in "$certificate" -noout -checkend 604800 >/dev/null 2>&1 && return 0
    make_certificate "$LOCAL/tls"
}
