// Small charts in SVG. Each has a title and a description for screen readers, and a table with the same numbers.
import { html, useEffect, useLayoutEffect, useRef, useState } from './dom.js'
import { number } from './format.js'
import { Button, useStyle } from './ui.js'
import { useLanguage, words } from './words.js'

const say = words({
    en: { table: 'Table', csv: 'CSV', empty: 'There are no figures for this period.' },
    de: { table: 'Tabelle', csv: 'CSV', empty: 'Für diesen Zeitraum gibt es keine Zahlen.' },
    es: { table: 'Tabla', csv: 'CSV', empty: 'No hay cifras de este periodo.' },
})

/**
 * @typedef {'accent'|'info'|'good'|'warn'|'bad'|'muted'} Tone
 * @typedef {{label: string, tone: Tone}} Series
 * @typedef {{label: string, values: (number|null)[]}} Group
 * A group of bars, or a point of lines: one value for each series; null: no value.
 * @typedef {(value: number) => string} Text
 */

let count = 0
/** An id that no other chart has. */
function useID() {
    const id = useRef('')
    if (!id.current) id.current = `graph-${++count}`
    return id.current
}

/** The width of an element in pixels, so that letters keep their size. */
function useWidth() {
    const ref = useRef(/** @type {HTMLElement|null} */ (null))
    const [width, setWidth] = useState(0)
    useLayoutEffect(() => {
        if (ref.current) setWidth(Math.floor(ref.current.clientWidth))
    }, [])
    useEffect(() => {
        if (!ref.current) return
        const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
        watch.observe(ref.current)
        return () => watch.disconnect()
    }, [])
    return { ref, width }
}

/**
 * Round numbers for an axis from zero on.
 * @param {number} most @param {number} [lines] @param {boolean} [whole] only whole numbers
 */
export function ticks(most, lines = 4, whole = false) {
    if (!(most > 0)) return [0, 1]
    const rough = most / lines
    const power = 10 ** Math.floor(Math.log10(rough))
    let step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) || rough
    if (whole) step = Math.max(1, Math.ceil(step))
    const found = []
    for (let at = 0; at < most + step * 0.999; at += step) found.push(at)
    return found
}

/**
 * A chart with its heading, its legend, and the same numbers as a table.
 * @param {{title: string, note?: string, series: Series[], groups: Group[], text?: Text, first: string, csv?: () => Promise<void>, children: any}} props
 * `first`: the heading of the table's first column; `csv` saves the numbers as a file
 */
export function ChartCard({ title, note, series, groups, text = number, first, csv, children }) {
    useStyle('/console/core/charts.css')
    useLanguage()
    const [table, setTable] = useState(false)
    const empty = groups.every((group) => group.values.every((value) => !value))
    return html`<figure class="graph">
        <figcaption class="graph-head">
            <div><h3 class="graph-title">${title}</h3>${note && html`<p class="graph-note">${note}</p>`}</div>
            <div class="graph-tools">
                ${csv && html`<${Button} kind="quiet" small icon="download" onClick=${csv}>${say('csv')}<//>`}
                <${Button} kind="quiet" small icon="list" aria-pressed=${table} onClick=${() => setTable(!table)}>${say('table')}<//>
            </div>
        </figcaption>
        ${table
            ? html`<${NumbersTable} caption=${title} first=${first} series=${series} groups=${groups} text=${text} />`
            : empty
              ? html`<p class="graph-empty">${say('empty')}</p>`
              : html`${children}${series.length > 1 && html`<${Legend} series=${series} />`}`}
    </figure>`
}

/** @param {{series: Series[]}} props */
function Legend({ series }) {
    return html`<ul class="graph-legend" aria-hidden="true">
        ${series.map((one) => html`<li key=${one.label}><span class=${`graph-key graph-${one.tone}`}></span>${one.label}</li>`)}
    </ul>`
}

/** @param {{caption: string, first: string, series: Series[], groups: Group[], text: Text}} props */
function NumbersTable({ caption, first, series, groups, text }) {
    return html`<div class="graph-scroll" tabindex="0" role="region" aria-label=${caption}><table class="graph-table">
        <caption>${caption}</caption>
        <thead><tr><th scope="col">${first}</th>${series.map((one) => html`<th scope="col" key=${one.label}>${one.label}</th>`)}</tr></thead>
        <tbody>${groups.map((group) => html`<tr key=${group.label}>
            <th scope="row">${group.label}</th>
            ${group.values.map((value, index) => html`<td key=${index}>${value === null ? '–' : text(value)}</td>`)}
        </tr>`)}</tbody>
    </table></div>`
}

/**
 * What a screen reader says instead of the picture.
 * @param {Series[]} series @param {Group[]} groups @param {Text} text
 */
function spoken(series, groups, text) {
    return groups
        .map((group) => `${group.label}: ${group.values.map((value, index) => `${series.length > 1 ? `${series[index].label} ` : ''}${value === null ? '–' : text(value)}`).join(', ')}`)
        .join('; ')
}

/**
 * Bars beside each other, or on top of each other.
 * @param {{title: string, series: Series[], groups: Group[], text?: Text, axis?: Text, stacked?: boolean, whole?: boolean, height?: number}} props
 * `text` writes a value, `axis` writes it short
 */
export function BarChart({ title, series, groups, text = number, axis = text, stacked = false, whole = false, height = 190 }) {
    const id = useID()
    const { ref, width } = useWidth()
    const sum = (/** @type {Group} */ group) => group.values.reduce((/** @type {number} */ all, value) => all + (value || 0), 0)
    const most = Math.max(0, ...groups.map((group) => (stacked ? sum(group) : Math.max(0, ...group.values.map((value) => value || 0)))))
    const frame = useFrame({ width, height, most, axis, whole })
    const step = frame.inner / Math.max(1, groups.length)
    const band = Math.min(56, step * 0.68)
    return html`<div class="graph-body" ref=${ref}>${width > 0 && html`<svg class="graph-svg" role="img" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-labelledby=${`${id}-t ${id}-d`}>
        <title id=${`${id}-t`}>${title}</title><desc id=${`${id}-d`}>${spoken(series, groups, text)}</desc>
        <${Grid} frame=${frame} axis=${axis} />
        ${groups.map((group, at) => {
            const left = frame.left + at * step + (step - band) / 2
            let base = 0
            return html`<g key=${group.label}>
                ${group.values.map((value, index) => {
                    if (!value) return null
                    const slim = stacked ? band : band / series.length
                    const from = stacked ? base : 0
                    base += value
                    const top = frame.y(from + value)
                    return html`<rect key=${index} class=${`graph-bar graph-${series[index].tone}`} x=${left + (stacked ? 0 : index * slim)} y=${top} width=${Math.max(1, slim - (stacked ? 0 : 2))} height=${Math.max(1, frame.y(from) - top)} rx="2">
                        <title>${`${group.label} · ${series[index].label}: ${text(value)}`}</title>
                    </rect>`
                })}
                <${Label} group=${group} at=${at} total=${groups.length} x=${left + band / 2} y=${height - 6} step=${step} />
            </g>`
        })}
    </svg>`}</div>`
}

/**
 * Lines with a dot at each value.
 * @param {{title: string, series: Series[], groups: Group[], text?: Text, axis?: Text, whole?: boolean, height?: number}} props
 */
export function LineChart({ title, series, groups, text = number, axis = text, whole = false, height = 190 }) {
    const id = useID()
    const { ref, width } = useWidth()
    const most = Math.max(0, ...groups.flatMap((group) => group.values.map((value) => value || 0)))
    const frame = useFrame({ width, height, most, axis, whole })
    const step = frame.inner / Math.max(1, groups.length)
    const x = (/** @type {number} */ at) => frame.left + at * step + step / 2
    return html`<div class="graph-body" ref=${ref}>${width > 0 && html`<svg class="graph-svg" role="img" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`} aria-labelledby=${`${id}-t ${id}-d`}>
        <title id=${`${id}-t`}>${title}</title><desc id=${`${id}-d`}>${spoken(series, groups, text)}</desc>
        <${Grid} frame=${frame} axis=${axis} />
        ${series.map((one, index) => html`<g key=${one.label}>
            <path class=${`graph-line graph-${one.tone}`} d=${path(groups, index, x, frame.y)} />
            ${groups.map((group, at) => group.values[index] === null ? null : html`<circle key=${group.label} class=${`graph-dot graph-${one.tone}`} cx=${x(at)} cy=${frame.y(group.values[index] || 0)} r="4"><title>${`${group.label} · ${one.label}: ${text(group.values[index] || 0)}`}</title></circle>`)}
        </g>`)}
        ${groups.map((group, at) => html`<${Label} key=${group.label} group=${group} at=${at} total=${groups.length} x=${x(at)} y=${height - 6} step=${step} />`)}
    </svg>`}</div>`
}

/** @param {Group[]} groups @param {number} index @param {(at: number) => number} x @param {(value: number) => number} y */
function path(groups, index, x, y) {
    let pen = false
    return groups
        .map((group, at) => {
            const value = group.values[index]
            if (value === null) return ((pen = false), '')
            const part = `${pen ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`
            pen = true
            return part
        })
        .join('')
}

/**
 * One bar of several parts, with a line of text for each.
 * @param {{title: string, parts: {label: string, value: number, tone: Tone, note?: string}[], text?: Text}} props
 */
export function PartsBar({ title, parts, text = number }) {
    const id = useID()
    const { ref, width } = useWidth()
    const sum = parts.reduce((all, part) => all + part.value, 0)
    let left = 0
    return html`<div class="graph-body" ref=${ref}>
        ${width > 0 && html`<svg class="graph-svg" role="img" width=${width} height="28" viewBox=${`0 0 ${width} 28`} aria-labelledby=${`${id}-t ${id}-d`}>
            <title id=${`${id}-t`}>${title}</title><desc id=${`${id}-d`}>${parts.map((part) => `${part.label}: ${text(part.value)}`).join('; ')}</desc>
            ${sum > 0 ? parts.map((part) => {
                const wide = (part.value / sum) * width
                const x = left
                left += wide
                return part.value > 0 && html`<rect key=${part.label} class=${`graph-bar graph-${part.tone}`} x=${x} y="2" width=${Math.max(2, wide - 2)} height="24" rx="3"><title>${`${part.label}: ${text(part.value)}`}</title></rect>`
            }) : html`<rect class="graph-none" x="0" y="2" width=${width} height="24" rx="3" />`}
        </svg>`}
        <ul class="graph-parts">${parts.map((part) => html`<li key=${part.label}>
            <span class=${`graph-key graph-${part.tone}`}></span><span class="graph-part-label">${part.label}</span>
            ${part.note && html`<span class="graph-note">${part.note}</span>`}<span class="graph-part-value">${text(part.value)}</span>
        </li>`)}</ul>
    </div>`
}

/** @param {{width: number, height: number, most: number, axis: Text, whole: boolean}} size */
function useFrame({ width, height, most, axis, whole }) {
    const marks = ticks(most, height < 160 ? 3 : 4, whole)
    const top = marks[marks.length - 1]
    const left = Math.min(84, 12 + Math.max(...marks.map((mark) => axis(mark).length)) * 6.6)
    const above = 8
    const below = height - 24
    return { marks, left, width, inner: Math.max(10, width - left - 4), y: (/** @type {number} */ value) => below - (value / top) * (below - above) }
}

/** @param {{frame: ReturnType<typeof useFrame>, axis: Text}} props */
function Grid({ frame, axis }) {
    return html`<g aria-hidden="true">${frame.marks.map((mark) => html`<g key=${mark}>
        <line class="graph-grid" x1=${frame.left} x2=${frame.width} y1=${frame.y(mark)} y2=${frame.y(mark)} />
        <text class="graph-axis" x=${frame.left - 8} y=${frame.y(mark) + 4} text-anchor="end">${axis(mark)}</text>
    </g>`)}</g>`
}

/** A label under a group; where they would touch, only every second or third is written. @param {{group: Group, at: number, total: number, x: number, y: number, step: number}} props */
function Label({ group, at, x, y, step }) {
    const every = Math.max(1, Math.ceil((group.label.length * 6.6 + 8) / Math.max(1, step)))
    if (at % every) return null
    return html`<text class="graph-axis" x=${x} y=${y} text-anchor="middle" aria-hidden="true">${group.label}</text>`
}
