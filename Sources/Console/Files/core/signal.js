import { useEffect, useState } from './dom.js'

/**
 * A value that components can watch.
 * @template T
 * @param {T} first
 */
export function signal(first) {
    let value = first
    /** @type {Set<() => void>} */
    const watchers = new Set()
    return {
        get: () => value,
        /** @param {T} next */
        set(next) {
            if (Object.is(next, value)) return
            value = next
            for (const watcher of [...watchers]) watcher()
        },
        /** @param {() => void} watcher */
        watch(watcher) {
            watchers.add(watcher)
            return () => watchers.delete(watcher)
        },
    }
}

/**
 * The value of a signal; the component renders again when it changes.
 * @template T
 * @param {{get: () => T, watch: (watcher: () => void) => () => void}} source
 * @returns {T}
 */
export function useSignal(source) {
    const [, render] = useState({})
    useEffect(() => {
        const seen = source.get()
        const stop = source.watch(() => render({}))
        if (!Object.is(seen, source.get())) render({})
        return stop
    }, [source])
    return source.get()
}
