// Tells ThreadSanitizer about the order of threads that wait for a `Mutex`.
//
// Without contention, Swift's `Mutex` locks and unlocks by an atomic operation that is compiled into the caller, which
// ThreadSanitizer sees. If a thread waits in the kernel, the code is in libswiftSynchronization, which is not instrumented.
// ThreadSanitizer would then report a race between the thread that unlocked and the one that waited. ops/sanitize loads this
// file before that library. It replaces the two functions by versions that add the annotation.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Functions of ThreadSanitizer. They are absent in other programs that the tests start.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void lock_function(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void unlock_function(__attribute__((swift_context)) void *mutex);

// The function of Swift's library that waits for a locked mutex: Synchronization._MutexHandle._lockSlow(UInt32) -> ().
lock_function lock_slow __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
// The function of Swift's library that wakes a thread that waits for a mutex: Synchronization._MutexHandle._unlockSlow() -> ().
unlock_function unlock_slow __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

static lock_function *next_lock;
static unlock_function *next_unlock;

__attribute__((constructor)) static void find_next(void) {
    next_lock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
    next_unlock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
}

__attribute__((swiftcall)) void lock_slow(uint32_t thread, __attribute__((swift_context)) void *mutex) {
    next_lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

__attribute__((swiftcall)) void unlock_slow(__attribute__((swift_context)) void *mutex) {
    if (__tsan_release) __tsan_release(mutex);
    next_unlock(mutex);
}
