import { useEffect, useRef } from '../core/dom.js'

/**
 * Makes the browser's way back go one step back instead of away from the page. The history holds numbers only.
 * @param {number} depth how many steps were taken
 * @param {(depth: number) => any} onDepth goes back to a step
 */
export function useSteps(depth, onDepth) {
    const at = useRef(0)
    const latest = useRef(onDepth)
    latest.current = onDepth
    useEffect(() => {
        while (at.current < depth) history.pushState({ depth: ++at.current }, '')
    }, [depth])
    useEffect(() => {
        const back = (/** @type {PopStateEvent} */ event) => {
            at.current = event.state?.depth || 0
            latest.current(at.current)
        }
        window.addEventListener('popstate', back)
        return () => window.removeEventListener('popstate', back)
    }, [])
}

/** Goes back in the history. @param {number} [count] */
export function stepBack(count = 1) {
    history.go(-count)
}
