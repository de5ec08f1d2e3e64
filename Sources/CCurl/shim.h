#pragma once
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Swift cannot call functions with a variable number of arguments, so each type of option has a function here.

static inline CURLcode chairside_curl_number(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode chairside_curl_text(CURL *transfer, CURLoption option, const char *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode chairside_curl_pointer(CURL *transfer, CURLoption option, void *value) {
    return curl_easy_setopt(transfer, option, value);
}

static inline CURLcode chairside_curl_list(CURL *transfer, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(transfer, option, value);
}

/// Sets the body. curl copies it.
static inline CURLcode chairside_curl_body(CURL *transfer, const char *bytes, long count) {
    CURLcode code = curl_easy_setopt(transfer, CURLOPT_POSTFIELDSIZE, count);
    return code != CURLE_OK ? code : curl_easy_setopt(transfer, CURLOPT_COPYPOSTFIELDS, bytes);
}

static inline CURLcode chairside_curl_reader(CURL *transfer, CURLoption option, curl_write_callback reader) {
    return curl_easy_setopt(transfer, option, reader);
}

static inline CURLcode chairside_curl_opener(CURL *transfer, curl_opensocket_callback opener) {
    return curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, opener);
}

static inline long chairside_curl_status(CURL *transfer) {
    long status = 0;
    return curl_easy_getinfo(transfer, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/// Returns a transfer that has ended, with its result; NULL if there is none.
static inline CURL *chairside_curl_ended(CURLM *transfers, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(transfers, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

/// Writes the numeric form of an address to `text`, of 64 bytes. Returns 0 if it is neither IPv4 nor IPv6.
static inline int chairside_curl_address(const struct curl_sockaddr *address, char *text) {
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in v4;
        memcpy(&v4, &address->addr, sizeof v4);
        return inet_ntop(AF_INET, &v4.sin_addr, text, 64) != NULL;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 v6;
        memcpy(&v6, &address->addr, sizeof v6);
        return inet_ntop(AF_INET6, &v6.sin6_addr, text, 64) != NULL;
    }
    return 0;
}

static inline curl_socket_t chairside_curl_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
