// A signature drawn by finger, pen or mouse, as the data of an SVG path in a box of 300 by 100.
import { html, useRef } from '../../core/dom.js'
import { Button } from '../../core/ui.js'
import { say } from './words-records.js'

/** The most letters of the path that the server takes. */
const longest = 19_000

/** @param {{value: string, onChange: (path: string) => any}} props */
export function Signature({ value, onChange }) {
    const box = useRef(/** @type {any} */ (null))
    const path = useRef('')
    path.current = value
    const point = (/** @type {any} */ event) => {
        const at = box.current.getBoundingClientRect()
        return `${Math.round(((event.clientX - at.left) / at.width) * 3000) / 10} ${Math.round(((event.clientY - at.top) / at.height) * 1000) / 10}`
    }
    const add = (/** @type {string} */ text) => {
        if (path.current.length + text.length > longest) return
        path.current += text
        onChange(path.current)
    }
    return html`<div class="field"><span class="label" id="own-sign">${say('drawing')}</span>
        <svg class="own-pad" viewBox="0 0 300 100" preserveAspectRatio="none" ref=${box} role="img" aria-labelledby="own-sign"
            onPointerDown=${(/** @type {any} */ event) => {
                event.preventDefault()
                box.current.setPointerCapture(event.pointerId)
                add(`${path.current ? ' ' : ''}M${point(event)} L${point(event)}`)
            }}
            onPointerMove=${(/** @type {any} */ event) => event.buttons && box.current.hasPointerCapture(event.pointerId) && add(` L${point(event)}`)}><path d=${value} /></svg>
        <span class="row spread"><span class="hint">${say('drawHint')}</span>${value && html`<${Button} small onClick=${() => onChange('')}>${say('clear')}<//>`}</span></div>`
}
