import { html, useRef, useState } from '../../core/dom.js'
import { Button } from '../../core/ui.js'
import { say } from './words.js'

/** The most characters that the API takes for a drawing. */
const most = 19_500

/**
 * A place to draw a signature; the typed name alone is enough too. It gives the data of an SVG path.
 * @param {{onChange: (path: string) => void}} props
 */
export function SignaturePad({ onChange }) {
    const [path, setPath] = useState('')
    const now = useRef('')
    const draws = useRef(false)
    const box = useRef(/** @type {any} */ (null))
    const set = (/** @type {string} */ next) => {
        now.current = next
        setPath(next)
    }
    const point = (/** @type {PointerEvent} */ event) => {
        const at = box.current.getBoundingClientRect()
        return `${Math.round(((event.clientX - at.left) / at.width) * 600)} ${Math.round(((event.clientY - at.top) / at.height) * 160)}`
    }
    const down = (/** @type {PointerEvent} */ event) => {
        event.preventDefault()
        box.current.setPointerCapture(event.pointerId)
        draws.current = true
        set(`${now.current}${now.current ? ' ' : ''}M${point(event)}`)
    }
    const move = (/** @type {PointerEvent} */ event) => {
        if (draws.current && now.current.length < most) set(`${now.current} L${point(event)}`)
    }
    const up = () => {
        if (!draws.current) return
        draws.current = false
        onChange(now.current)
    }
    return html`<div class="stack tight"><div class="row spread"><span class="small muted">${say('drawHere')}</span>
            <${Button} small kind="quiet" disabled=${!path} onClick=${() => (set(''), onChange(''))}>${say('clear')}<//></div>
        <svg ref=${box} class="patients-pad" viewBox="0 0 600 160" preserveAspectRatio="none" role="img" aria-label=${say('drawHere')} onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up}>
            <line x1="30" y1="125" x2="570" y2="125" /><path d=${path} /></svg></div>`
}
