// Data of patients leaves the memory of the page when nobody is signed in: every module that keeps such data registers
// a function that drops it.

/** @type {Set<() => void>} */
const forgetters = new Set()
let times = 0

/**
 * Registers a function that drops what a module keeps. It runs when the session ends, locks, or changes its role.
 * @param {() => void} forget
 * @returns {() => void} a function that removes the registration
 */
export function onForget(forget) {
    forgetters.add(forget)
    return () => forgetters.delete(forget)
}

/** Runs every registered function. */
export function forgetAll() {
    times++
    for (const forget of forgetters) forget()
}

/** How often everything was forgotten: what was asked for before then must not be kept or shown. */
export function timesForgotten() {
    return times
}
