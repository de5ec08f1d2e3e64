// The picture of all teeth. One tooth has the focus; arrow keys walk, and a typed number jumps.
import { html, useEffect, useRef } from '../../core/dom.js'
import { toothSummary } from './names.js'
import { faceOfLetter, isTooth, rowNames, rows, tooth as toothOf } from './teeth.js'
import { ToothPicture } from './tooth-picture.js'
import { say } from './words.js'

/**
 * @param {{findings: Map<number, import('./past.js').Finding[]>, work: Map<number, import('./past.js').Work[]>, selected: number|null, faces: string[],
 *  shows: 'permanent'|'primary'|'both', onSelect: (tooth: number) => void, onFace?: (tooth: number, face: string) => void, onEnter?: () => void}} props
 */
export function Arches({ findings, work, selected, faces, shows, onSelect, onFace, onEnter }) {
    const box = useRef(/** @type {any} */ (null))
    const typed = useRef({ text: '', at: 0 })
    const shown = rowNames.filter((name) => shows === 'both' || name.endsWith('Primary') === (shows === 'primary'))
    const first = rows[shown[0]][0]
    const focused = selected && shown.some((name) => rows[name].includes(selected)) ? selected : first
    const focus = (/** @type {number} */ number) => box.current?.querySelector(`[data-tooth="${number}"]`)?.focus({ preventScroll: false })
    const jump = (/** @type {number} */ number) => {
        onSelect(number)
        requestAnimationFrame(() => focus(number))
    }
    // A number typed anywhere on the page, but not in a field or a dialog, selects the tooth.
    useEffect(() => {
        const key = (/** @type {KeyboardEvent} */ event) => {
            const target = /** @type {any} */ (event.target)
            if (!/^[1-8]$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || /^(INPUT|TEXTAREA|SELECT)$/.test(target?.tagName) && target.type !== 'range' || document.querySelector('dialog[open]')) return
            const now = Date.now()
            const text = (now - typed.current.at < 1500 ? typed.current.text : '') + event.key
            typed.current = { text, at: now }
            const number = Number(text.slice(-2))
            if (isTooth(number)) {
                event.preventDefault()
                typed.current = { text: '', at: 0 }
                jump(number)
            }
        }
        document.addEventListener('keydown', key)
        return () => document.removeEventListener('keydown', key)
    })
    const key = (/** @type {KeyboardEvent} */ event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        const name = shown.find((one) => rows[one].includes(focused)) || shown[0]
        const at = rows[name].indexOf(focused)
        const move = (/** @type {number} */ to) => {
            // Rows of eight and of five teeth stand under each other around the middle of the face.
            const next = rows[shown[Math.max(0, Math.min(shown.length - 1, shown.indexOf(name) + to))]]
            return next[Math.max(0, Math.min(next.length - 1, Math.round(at - rows[name].length / 2 + 0.5 + next.length / 2 - 0.5)))]
        }
        const to = { ArrowRight: rows[name][Math.min(at + 1, rows[name].length - 1)], ArrowLeft: rows[name][Math.max(at - 1, 0)], ArrowUp: move(-1), ArrowDown: move(1), Home: rows[name][0], End: rows[name][rows[name].length - 1] }[event.key]
        const face = onFace && event.key.length === 1 ? faceOfLetter(toothOf(focused), event.key.toLowerCase()) : null
        if (to) jump(to)
        else if (face && onFace) {
            if (selected !== focused) onSelect(focused)
            onFace(focused, face)
        } else if (event.key === 'Enter' && onEnter && selected === focused) onEnter()
        else return
        event.preventDefault()
        event.stopPropagation()
    }
    return html`<div class="chart-arches" role="group" aria-label=${say('teeth')} ref=${box} onKeyDown=${key}>
        ${shown.map((name) => html`<div class=${`chart-row chart-row-${name}`} key=${name}>
            ${[rows[name].slice(0, rows[name].length / 2), rows[name].slice(rows[name].length / 2)].map((half, at) => html`<div class="chart-quadrant" key=${at}>
                ${half.map((number) => html`<button type="button" key=${number} data-tooth=${number} class=${`chart-tooth ${name.startsWith('upper') ? 'chart-upper' : 'chart-lower'}`} tabIndex=${number === focused ? 0 : -1}
                    aria-pressed=${number === selected} aria-label=${toothSummary(number, findings.get(number) || [], work.get(number) || [])} onClick=${() => onSelect(number)}>
                    <span class="chart-number">${number}</span>
                    <${ToothPicture} number=${number} findings=${findings.get(number)} work=${work.get(number)} chosen=${number === selected ? faces : []} onFace=${onFace && ((face) => (number !== selected && onSelect(number), onFace(number, face)))} /></button>`)}</div>`)}</div>`)}
    </div>`
}
