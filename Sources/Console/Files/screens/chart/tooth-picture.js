// One tooth: its side view and its five faces, with what is on it.
import { html } from '../../core/dom.js'
import { implant, outline } from './anatomy.js'
import { faces, tooth as toothOf, troubles } from './teeth.js'

/**
 * How a finding looks: trouble, existing work, planned work, done work.
 * @param {{kind: string, state: string}} finding
 */
export function look(finding) {
    if (finding.state === 'planned') return 'planned'
    if (troubles.has(finding.kind)) return 'trouble'
    return finding.state === 'done' ? 'done' : 'existing'
}

/** The patterns of the picture, once for the page. Colours differ, and so do the lines. */
export function Patterns() {
    return html`<svg width="0" height="0" class="chart-patterns" aria-hidden="true"><defs>
        <pattern id="chart-existing" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" class="chart-existing-soft" /><path d="M0 2H4" class="chart-existing-line" /></pattern>
        <pattern id="chart-planned" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="4" height="4" class="chart-planned-soft" /><path d="M1 0V4" class="chart-planned-line" /></pattern>
        <pattern id="chart-done" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" class="chart-done-soft" /><circle cx="2.5" cy="2.5" r="1.1" class="chart-done-dot" /></pattern>
        <pattern id="chart-trouble" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" class="chart-trouble-full" /></pattern></defs></svg>`
}

const fill = (/** @type {string} */ name) => `url(#chart-${name})`

/**
 * The polygons of the five faces in a square of 32, by their place on the screen.
 * @param {import('./teeth.js').Tooth} tooth
 */
export function facePolygons(tooth) {
    const { middle, outer, inner } = faces(tooth)
    const [t, b] = tooth.isFront ? [13, 19] : [10, 22]
    const [l, r] = tooth.isFront ? [8, 24] : [10, 22]
    const up = tooth.isUpper ? outer : inner
    const down = tooth.isUpper ? inner : outer
    return [
        { face: up, points: `0,0 32,0 ${r},${t} ${l},${t}` }, { face: tooth.isLeft ? 'D' : 'M', points: `32,0 32,32 ${r},${b} ${r},${t}` },
        { face: down, points: `32,32 0,32 ${l},${b} ${r},${b}` }, { face: tooth.isLeft ? 'M' : 'D', points: `0,32 0,0 ${l},${t} ${l},${b}` },
        { face: middle, points: `${l},${t} ${r},${t} ${r},${b} ${l},${b}` },
    ]
}

const order = ['existing', 'done', 'planned', 'trouble']
/** The kinds that are drawn on the side view or over the whole tooth; the others fill faces. */
const drawn = new Set(['crown', 'root_canal', 'missing', 'extraction', 'implant', 'bridge_abutment', 'bridge_pontic', 'denture', 'fracture', 'watch'])

/**
 * @param {{number: number, findings?: import('./past.js').Finding[], work?: import('./past.js').Work[], chosen?: string[], onFace?: (face: string) => void}} props
 */
export function ToothPicture({ number, findings = [], work = [], chosen = [], onFace }) {
    const tooth = toothOf(number)
    const shape = outline(tooth)
    const has = (/** @type {string} */ kind) => findings.find((one) => one.kind === kind)
    const isGone = findings.some((one) => (one.kind === 'missing' || (one.kind === 'extraction' && one.state === 'done')))
    const extraction = findings.find((one) => one.kind === 'extraction' && one.state !== 'done')
    const screw = has('implant')
    const pontic = has('bridge_pontic')
    const cap = has('crown') || has('bridge_abutment') || pontic
    const bridge = has('bridge_abutment') || pontic
    const canal = has('root_canal')
    const denture = has('denture')
    const crack = has('fracture')
    const isNoTooth = isGone && !screw && !pontic
    const polygons = facePolygons(tooth)
    /** @type {Map<string, string>} */
    const filled = new Map()
    for (const layer of order) for (const one of findings) {
        if (look(one) === layer && (!drawn.has(one.kind) || one.kind === 'fracture') && one.surfaces?.length) for (const face of one.surfaces) filled.set(face, layer)
        // A filling whose faces nobody wrote is shown on the middle one.
        else if (look(one) === layer && !drawn.has(one.kind)) filled.set(faces(tooth).middle, layer)
    }
    for (const one of work) for (const face of one.surfaces || []) if (!filled.has(face)) filled.set(face, one.state)
    const watched = findings.filter((one) => one.kind === 'watch')
    const sealed = findings.filter((one) => one.kind === 'sealant')
    const planned = work.filter((one) => one.state === 'planned')
    const done = work.filter((one) => one.state === 'done')
    const squareY = tooth.isUpper ? 74 : 2
    const side = tooth.isUpper ? undefined : 'translate(0 108) scale(1 -1)'
    return html`<svg viewBox="0 0 40 108" class="chart-picture" aria-hidden="true">
        <g transform=${side} class=${isNoTooth ? 'chart-gone' : ''}>
            ${!screw && !pontic && shape.roots.map((d) => html`<path d=${d} class="chart-root" />`)}
            ${screw && html`<path d=${implant.body} fill=${fill(look(screw))} class=${`chart-edge-${look(screw)}`} /><path d=${implant.threads} class=${`chart-edge-${look(screw)} chart-thread`} />`}
            ${(!isNoTooth || cap) && (!screw || cap || pontic) && html`<path d=${shape.crown} class=${cap ? `chart-edge-${look(cap)}` : 'chart-crown'} fill=${cap ? fill(look(cap)) : undefined} />`}
            ${isNoTooth && !cap && html`<path d=${shape.crown} class="chart-crown" />`}
            ${canal && shape.canals.map((d) => html`<path d=${d} class=${`chart-canal chart-edge-${look(canal)}`} />`)}
            ${bridge && html`<path d="M-1 54 H41" class=${`chart-bar chart-edge-${look(bridge)}`} />`}
            ${denture && html`<path d="M-1 46 H41 M-1 49.500 H41" class=${`chart-plate chart-edge-${look(denture)}`} />`}
            ${crack && html`<path d="M24 45 L17 52 L23 56 L18 66" class="chart-crack" />`}
            ${extraction && html`<path d="M10 64 L26 10 M15 66 L31 12" class=${`chart-strike chart-edge-${look(extraction)}`} />`}
        </g>
        ${isNoTooth && html`<path d=${tooth.isUpper ? 'M9 16 L31 62 M31 16 L9 62' : 'M9 46 L31 92 M31 46 L9 92'} class="chart-cross" />`}
        <g transform=${`translate(4 ${squareY})`} class=${isNoTooth && !filled.size ? 'chart-gone' : ''}>
            ${polygons.map(({ face, points }) => html`<polygon points=${points} fill=${filled.has(face) ? fill(/** @type {string} */ (filled.get(face))) : undefined} class=${`chart-face ${filled.has(face) ? `chart-edge-${filled.get(face)}` : 'chart-face-empty'} ${chosen.includes(face) ? 'chart-chosen' : ''}`}
                onClick=${onFace && ((/** @type {any} */ event) => (event.stopPropagation(), onFace(face)))} />`)}
            ${cap && html`<rect x="-1.5" y="-1.5" width="35" height="35" rx="5" class=${`chart-ring chart-edge-${look(cap)}`} />`}
            ${sealed.map((one) => html`<path d="M11.500 16 q2.200 -5 4.500 0 t4.500 0" class=${`chart-wave chart-edge-${look(one)}`} />`)}
            ${watched.length > 0 && html`<g class="chart-watch"><circle cx="29" cy="3" r="4.600" /><circle cx="29" cy="3" r="1.400" class="chart-pupil" /></g>`}
            ${planned.length > 0 && html`<rect x="-1.5" y="-1.5" width="35" height="35" rx="5" class="chart-ring chart-edge-planned" />`}
            ${planned.length > 0 && html`<g class="chart-flag"><circle cx="3" cy=${tooth.isUpper ? 30 : 2} r="5.2" /><text x="3" y=${tooth.isUpper ? 32.400 : 4.400}>${planned.length > 1 ? planned.length : 'P'}</text></g>`}
            ${!planned.length && done.length > 0 && html`<g class="chart-flag chart-flag-done"><circle cx="3" cy=${tooth.isUpper ? 30 : 2} r="5.2" /><path d=${tooth.isUpper ? 'M0.500 30 L2.500 32 L5.800 28' : 'M0.500 2 L2.500 4 L5.800 0'} /></g>`}
        </g></svg>`
}
