import { html, useEffect, useRef } from '../dom.js'
import { onForget } from '../forget.js'
import { signal, useSignal } from '../signal.js'

/** @typedef {{id: number, text: any, tone: string, action?: {label: string, run: () => any}}} Shown */
const shown = signal(/** @type {Shown[]} */ ([]))
onForget(() => shown.set([]))
let last = 0

/**
 * Tells the outcome of a step for some seconds.
 * @param {any} text
 * @param {{tone?: 'neutral'|'bad', action?: {label: string, run: () => any}, seconds?: number}} options
 */
export function toast(text, { tone = 'neutral', action, seconds = action || tone === 'bad' ? 10 : 5 } = {}) {
    if (!text) return () => {}
    const id = ++last
    shown.set([...shown.get().slice(-2), { id, text, tone, action }])
    setTimeout(() => dismiss(id), seconds * 1000)
    return () => dismiss(id)
}
/** @param {number} id */
function dismiss(id) {
    shown.set(shown.get().filter((one) => one.id !== id))
}

/** The place where toasts appear; a popover, so that they lie above dialogs. */
export function Toasts() {
    const list = useSignal(shown)
    const element = useRef(/** @type {any} */ (null))
    useEffect(() => {
        const box = element.current
        if (!box?.showPopover) return
        if (list.length && !box.matches(':popover-open')) box.showPopover()
        if (!list.length && box.matches(':popover-open')) box.hidePopover()
    }, [list])
    return html`<div class="toasts" popover="manual" role="status" aria-live="polite" ref=${element}>
        ${list.map((one) => html`<div class=${`toast ${one.tone}`} key=${one.id}><span>${one.text}</span>
            ${one.action && html`<button type="button" onClick=${() => (dismiss(one.id), one.action?.run())}>${one.action.label}</button>`}</div>`)}</div>`
}
