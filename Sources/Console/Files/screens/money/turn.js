import { useEffect, useRef } from '../../core/dom.js'

/** Runs a function when a counter has risen, but not at first. @param {number} turn @param {() => any} run */
export function useTurn(turn, run) {
    const before = useRef(turn)
    useEffect(() => {
        if (before.current === turn) return
        before.current = turn
        run()
    }, [turn])
}
