// Tells ThreadSanitizer what a `Mutex` orders when threads wait for it.
//
// Swift's `Mutex` takes a free lock and gives back one that nobody waits for by an atomic operation that is compiled into
// its user, which ThreadSanitizer sees. The rest, where one waits for the other in the kernel, is in libswiftSynchronization,
// which is not instrumented: without this, what a thread wrote under the lock seems unordered to the next that had to wait
// for it. ops/sanitize has it loaded before that library; it stands before these two functions, and adds the annotation.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// ThreadSanitizer's; absent in other programs that the tests start.
__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void lock_function(uint32_t thread, __attribute__((swift_context)) void *mutex);
typedef __attribute__((swiftcall)) void unlock_function(__attribute__((swift_context)) void *mutex);

// Synchronization._MutexHandle._lockSlow(UInt32) -> ()
lock_function lock_slow __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
// Synchronization._MutexHandle._unlockSlow() -> ()
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
