// OpenSSL 3, and what of it Swift cannot see: macros, and options that are shifted bits.
#pragma once

#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

// What both ends of ours hold to: TLS 1.2 with ephemeral keys and authenticated encryption, or TLS 1.3; nothing is
// negotiated again and nothing compressed. 1 where OpenSSL knows all of it.
static inline int chairside_tls_harden(SSL_CTX *context) {
    SSL_CTX_set_security_level(context, 2);
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                                     SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_AUTO_RETRY);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) &&
           SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") &&
           SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384") &&
           SSL_CTX_set1_sigalgs_list(context, "ed25519:ECDSA+SHA256:ECDSA+SHA384:RSA-PSS+SHA256:RSA-PSS+SHA384:"
                                              "RSA-PSS+SHA512:RSA+SHA256:RSA+SHA384:RSA+SHA512");
}

// Sessions live in tickets, which the clients keep; there is none in our memory.
static inline void chairside_tls_sessions_in_tickets(SSL_CTX *context, long seconds) {
    static const unsigned char name[] = "chairside";
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_session_id_context(context, name, sizeof name - 1);
    SSL_CTX_set_timeout(context, seconds);
}

static inline void chairside_tls_no_sessions(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
    SSL_CTX_set_num_tickets(context, 0);
}

static inline void chairside_bio_retry_read(BIO *bio) {
    BIO_clear_retry_flags(bio);
    BIO_set_retry_read(bio);
}

static inline void chairside_bio_clear_retry(BIO *bio) {
    BIO_clear_retry_flags(bio);
}

static inline int chairside_tls_expect_host(SSL *ssl, const char *host) {
    return (int)SSL_set_tlsext_host_name(ssl, host) && SSL_set1_host(ssl, host);
}

// Sets a ticket's cipher (AES-256-CBC) and MAC (HMAC-SHA-256) up. 1 on success.
static inline int chairside_ticket_keys(EVP_CIPHER_CTX *cipher, EVP_MAC_CTX *mac, const unsigned char *cipher_key,
                                        unsigned char *mac_key, const unsigned char *iv, int sealing) {
    char digest[] = "SHA256";
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, mac_key, 32),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_end(),
    };
    return EVP_CipherInit_ex(cipher, EVP_aes_256_cbc(), NULL, cipher_key, iv, sealing) &&
           EVP_MAC_CTX_set_params(mac, parameters);
}
