// The focus on the board's cards.
import { useEffect, useLayoutEffect, useRef } from '../../core/dom.js'

/** @param {string} id */
export function focusCard(id) {
    const card = document.getElementById(`visit-${id}`)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/**
 * A card that moves to another column is a new element there: if the focus was on it, it is on it again.
 * @param {{current: HTMLElement|null}} lanes @param {string} selected @param {any} visits drawn again when they change
 */
export function useFocusThatFollows(lanes, selected, visits) {
    const had = useRef(false)
    useEffect(() => {
        const look = () => {
            had.current = Boolean(lanes.current?.contains(document.activeElement) && document.activeElement?.closest('.board-card'))
        }
        document.addEventListener('focusin', look)
        return () => document.removeEventListener('focusin', look)
    }, [])
    useLayoutEffect(() => {
        if (had.current && selected && (document.activeElement === document.body || !document.activeElement)) focusCard(selected)
    }, [visits, selected])
}
