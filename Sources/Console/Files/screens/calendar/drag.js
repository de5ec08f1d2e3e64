/**
 * Follows a pointer from the moment it goes down. A mouse drags after some pixels, a finger after it has rested, so that
 * the page can still be scrolled.
 * @param {PointerEvent} event
 * @param {{begin: () => boolean, over: (x: number, y: number, element: any) => void, scroller: () => any, drop: () => any, cancel: () => void}} does
 */
export function startDrag(event, does) {
    if (event.button !== 0 || !event.isPrimary) return
    const [x0, y0] = [event.clientX, event.clientY]
    const isTouch = event.pointerType === 'touch'
    let [x, y] = [x0, y0]
    let drags = false
    let frame = 0
    const stop = new AbortController()
    const on = (/** @type {string} */ name, /** @type {(event: any) => void} */ run, /** @type {any} */ options = {}) => window.addEventListener(name, run, { ...options, signal: stop.signal })

    const begin = () => {
        if (!does.begin()) return end()
        drags = true
        document.body.classList.add('cal-dragging')
        scroll()
    }
    const end = () => {
        stop.abort()
        clearTimeout(timer)
        cancelAnimationFrame(frame)
        document.body.classList.remove('cal-dragging')
    }
    // Near an edge the calendar scrolls under the pointer.
    const scroll = () => {
        const box = does.scroller()
        if (box && drags) {
            const edge = box.getBoundingClientRect()
            const speed = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ at) => (at < low + 56 ? at - low - 56 : at > high - 40 ? at - high + 40 : 0) / 3
            const inside = x > edge.left - 20 && x < edge.right + 20
            const [dx, dy] = inside ? [speed(edge.left, edge.right, x), speed(edge.top, edge.bottom, y)] : [0, 0]
            if (dx || dy) {
                box.scrollBy(Math.max(-18, Math.min(18, dx)), Math.max(-18, Math.min(18, dy)))
                does.over(x, y, document.elementFromPoint(x, y))
            }
        }
        frame = requestAnimationFrame(scroll)
    }
    const timer = isTouch ? setTimeout(begin, 380) : 0
    on('pointermove', (/** @type {PointerEvent} */ next) => {
        if (next.pointerId !== event.pointerId) return
        ;[x, y] = [next.clientX, next.clientY]
        const far = Math.hypot(x - x0, y - y0)
        if (!drags && isTouch && far > 8) return end()
        if (!drags && !isTouch && far > 5) begin()
        if (drags) does.over(x, y, document.elementFromPoint(x, y))
    })
    on('touchmove', (/** @type {TouchEvent} */ next) => drags && next.preventDefault(), { passive: false })
    on('contextmenu', (/** @type {Event} */ next) => drags && next.preventDefault())
    on('pointerup', (/** @type {PointerEvent} */ next) => {
        if (next.pointerId !== event.pointerId) return
        if (drags) {
            // The click that follows a drag opens nothing.
            const swallow = (/** @type {Event} */ click) => (click.stopPropagation(), click.preventDefault())
            window.addEventListener('click', swallow, { capture: true, once: true })
            setTimeout(() => window.removeEventListener('click', swallow, { capture: true }), 50)
        }
        const did = drags
        end()
        if (did) does.drop()
    })
    const cancel = () => {
        const did = drags
        end()
        if (did) does.cancel()
    }
    on('pointercancel', cancel)
    on('blur', cancel)
    on('keydown', (/** @type {KeyboardEvent} */ next) => next.key === 'Escape' && cancel(), { capture: true })
}
