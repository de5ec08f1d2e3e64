import { useCallback, useEffect, useRef, useState } from './dom.js'

/**
 * Loads something for a component. An answer that arrives after the inputs have changed is dropped. While it loads
 * again, the old data stays.
 * @template T
 * @param {() => Promise<T>} load
 * @param {any[]} inputs load runs again when one of them changes
 * @returns {{data: T|undefined, error: any, loading: boolean, reload: () => Promise<void>}}
 */
export function useLoad(load, inputs) {
    const [state, setState] = useState(/** @type {any} */ ({ data: undefined, error: null, loading: true }))
    const turn = useRef(0)
    const run = useCallback(async () => {
        const mine = ++turn.current
        setState((before) => ({ ...before, loading: true }))
        try {
            const data = await load()
            if (mine === turn.current) setState({ data, error: null, loading: false })
        } catch (error) {
            if (mine === turn.current) setState((before) => ({ ...before, error, loading: false }))
        }
    }, inputs)
    useEffect(() => {
        run()
        return () => {
            turn.current++
        }
    }, [run])
    return { ...state, reload: run }
}
