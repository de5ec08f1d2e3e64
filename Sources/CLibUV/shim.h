// libuv, and what of the system Swift cannot see: functions behind macros and feature tests.
#pragma once

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <uv.h>

// The calling thread as a number that is cheap to compare. Never 0.
static inline uintptr_t chairside_thread(void) {
    return (uintptr_t)pthread_self();
}

// A write to a socket whose peer has gone raises SIGPIPE (libuv uses write and writev, which take no MSG_NOSIGNAL):
// blocked in the threads that write, it stays the EPIPE that they handle.
static inline void chairside_block_sigpipe(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

// The calling thread's name, as top -H shows it; at most 15 bytes. Declared for _GNU_SOURCE only.
int pthread_setname_np(pthread_t, const char *);

static inline void chairside_name_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}

// Gives the calling thread a lower priority than the process's other threads (nice 10). On Linux the call changes one
// thread only. It cannot fail: every thread may lower its own priority.
static inline void chairside_lower_priority(void) {
    setpriority(PRIO_PROCESS, 0, 10);
}

// accept4 is declared for _GNU_SOURCE only.
int accept4(int, struct sockaddr *, socklen_t *, int);

static inline int chairside_accept(int listener, struct sockaddr_storage *peer) {
    socklen_t length = sizeof *peer;
    return accept4(listener, (struct sockaddr *)peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

// Declared for _GNU_SOURCE only, like its flags: SYNC_FILE_RANGE_WAIT_BEFORE (1), _WRITE (2) and _WAIT_AFTER (4).
int sync_file_range(int, __off64_t, __off64_t, unsigned);

// Begins to write a range of a file to disk, and waits for the end of it if `waits` is true. This makes nothing durable.
// 0, or -1 with errno.
static inline int chairside_write_back(int file, int64_t start, int64_t count, bool waits) {
    return sync_file_range(file, start, count, waits ? 1 | 2 | 4 : 2);
}

// The process's memory holds keys and patients' data: no core file of it, and no other process of the same user may read
// it. 0, or -1 with errno.
static inline int chairside_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_CORE, &none) != 0) {
        return -1;
    }
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

static inline bool chairside_may_be_dumped(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_cur != 0 || prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) != 0;
}
