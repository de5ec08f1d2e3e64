import { html, useEffect, useMemo, useRef } from '../../core/dom.js'
import { date, weekday } from '../../core/format.js'
import { Axis, dayNote } from './axis.js'
import { Column } from './column.js'
import { clock, dayLength, instantAt, minuteOf } from './hours.js'
import { visitsAt } from './model.js'
import { visitLabel } from './visit.js'
import { say } from './words.js'

/** @typedef {import('./model.js').Column} Col */
/** @typedef {{at: number, minute: number}} Cursor the column's number, and the minute */

/** The name of a column. @param {Col} column */
export const columnLabel = (column) => column.label || `${weekday(column.day)} ${date(column.day).slice(0, 5)}`

/**
 * The times of the day in columns, with visits. The place for a new visit is chosen by arrow keys or the pointer.
 * @param {{columns: Col[], placed: Map<string, import('./model.js').Placed[]>, areas: Map<string, any[]>, held: Map<string, any[]>, blocks: any[], visits: import('../board/model.js').Visit[], range: {from: number, to: number}, scale: number, mode: string, step: number, today: string,
 *   cursor: Cursor, onCursor: (cursor: Cursor) => void, look: any, scroller: {current: any}, onEnter: (cursor: Cursor) => void, onVisit: (id: string) => void, onBlock: (id: string) => void, onFree: (column: Col, minute: number) => void, onPress: (event: any) => void, onHover?: (column: Col, minute: number) => void, isMoving: boolean, counts: Map<string, number>}} props
 */
export function Grid(props) {
    const { columns, placed, areas, held, blocks, visits, range, scale, mode, step, cursor, onCursor, look, scroller, isMoving } = props
    const cells = useRef(/** @type {any} */ (null))
    const area = useRef(/** @type {any} */ (null))
    const moved = useRef(false)
    const widths = useMemo(() => new Map(columns.map((one) => [one.key, Math.max(mode === 'week' ? 108 : 136, 62 * Math.max(1, ...(placed.get(one.key) || []).map((two) => two.lanes)))])), [columns, placed, mode])
    const full = `max(100%, calc(3.6rem + ${[...widths.values()].reduce((a, b) => a + b, 0)}px))`
    const column = columns[Math.min(cursor.at, columns.length - 1)]
    const minute = Math.max(range.from, Math.min(cursor.minute, range.to - step))
    const here = column ? visitsAt(visits, column, minute, step) : []
    useEffect(() => {
        if (moved.current) document.getElementById('cal-cell')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        moved.current = false
    }, [cursor.at, cursor.minute])

    const key = (/** @type {KeyboardEvent} */ event) => {
        if (isMoving || event.ctrlKey || event.metaKey || /** @type {any} */ (event.target).closest('.menu')) return
        const onVisit = /** @type {any} */ (event.target).closest('[data-visit], [data-block]')
        if (event.key === 'Enter' || event.key === ' ') {
            if (onVisit) return
            event.preventDefault()
            return props.onEnter({ at: cursor.at, minute })
        }
        if (event.shiftKey) return
        const by = /** @type {Record<string, [number, number]>} */ ({ ArrowDown: [0, step], ArrowUp: [0, -step], ArrowRight: [1, 0], ArrowLeft: [-1, 0], PageDown: [0, 60], PageUp: [0, -60], Home: [0, -1e6], End: [0, 1e6] })[event.key]
        if (!by) return
        event.preventDefault()
        const at = Math.max(0, Math.min(columns.length - 1, cursor.at + by[0]))
        const last = Math.min(range.to, dayLength(columns[at].day)) - step
        moved.current = true
        onCursor({ at, minute: Math.max(range.from, Math.min(last, Math.floor(minute / step) * step + by[1])) })
        cells.current?.focus({ preventScroll: true })
    }
    const click = (/** @type {any} */ event) => {
        const visit = event.target.closest('[data-visit]')
        if (visit) return props.onVisit(visit.dataset.visit)
        const block = event.target.closest('[data-block]')
        if (block) return props.onBlock(block.dataset.block)
        const found = place(area.current, columns, event.clientX, event.clientY, range, scale)
        if (!found) return
        const free = Math.floor(found.minute / step) * step
        onCursor({ at: found.at, minute: free })
        cells.current?.focus({ preventScroll: true })
        props.onFree(columns[found.at], free)
    }
    const hover = (/** @type {PointerEvent} */ event) => {
        const found = event.pointerType === 'mouse' && place(area.current, columns, event.clientX, event.clientY, range, scale)
        if (found) props.onHover?.(columns[found.at], Math.floor(found.minute / step) * step)
    }
    const heldHere = column && areaText(held.get(column.key) || [], minute)
    const text = !column ? '' : [columnLabel(column), clock(instantAt(column.day, minute)), here.length ? here.map(visitLabel).join('; ') : heldHere || areaText(areas.get(column.key) || [], minute) || say('free')].join(', ')
    return html`<div class="cal-scroll" ref=${scroller} tabIndex=${-1}><div class="cal-head" style=${{ width: full }}><div class="cal-corner"></div>
            ${columns.map((one) => html`<div key=${one.key} class=${`cal-col-head ${one.day === props.today && mode === 'week' ? 'today' : ''}`} style=${{ flexBasis: `${widths.get(one.key)}px` }}>
                <strong><bdi>${columnLabel(one)}</bdi></strong><span class="muted small">${[mode !== 'week' && one.sub, say('visits', { count: props.counts.get(one.key) || 0 }), mode === 'week' && dayNote(one.day)].filter(Boolean).join(' · ')}</span></div>`)}</div>
        <div class="cal-body" style=${{ width: full, height: `${(range.to - range.from) * scale}px` }}><${Axis} day=${columns[0]?.day || props.today} range=${range} scale=${scale} />
            <div class=${`cal-columns ${isMoving ? 'aims' : ''}`} ref=${area} data-area onKeyDown=${key} onClick=${click} onPointerDown=${props.onPress} onPointerMove=${props.onHover && hover} style=${{ backgroundSize: `100% ${(scale > 2 ? 30 : 60) * scale}px` }}>
                <div class="cal-cells" role="grid" tabIndex=${0} ref=${cells} id="cal-cells" aria-label=${say('gridLabel')} aria-describedby="cal-hint" aria-activedescendant="cal-cell" aria-rowcount=${Math.ceil((range.to - range.from) / step)} aria-colcount=${columns.length}>
                    <div role="row" aria-rowindex=${Math.floor((minute - range.from) / step) + 1}><div role="gridcell" id="cal-cell" class="cal-cell" aria-selected="true" aria-colindex=${cursor.at + 1} aria-label=${text} style=${cellStyle(columns, widths, Math.min(cursor.at, columns.length - 1), (minute - range.from) * scale, step * scale)}><span aria-hidden="true">${column && !here.length && !heldHere ? `+ ${clock(instantAt(column.day, minute))}` : ''}</span></div></div></div>
                <p class="sr-only" id="cal-hint">${say('gridHint')}</p>
                ${columns.map((one) => html`<${Column} key=${one.key} column=${one} label=${columnLabel(one)} placed=${placed.get(one.key) || []} areas=${areas.get(one.key) || []} held=${held.get(one.key) || []} blocks=${blocks} range=${range} scale=${scale} mode=${mode} width=${widths.get(one.key) || 0} look=${{ ...look, ownAxis: mode === 'week' && dayLength(one.day) !== dayLength(columns[0].day) }} />`)}
            </div></div></div>`
}

/** Columns grow alike from their least widths. @param {Col[]} columns @param {Map<string, number>} widths @param {number} at @param {number} top @param {number} height */
function cellStyle(columns, widths, at, top, height) {
    const own = columns.map((one) => widths.get(one.key) || 0)
    const sum = own.reduce((a, b) => a + b, 0)
    const before = own.slice(0, at).reduce((a, b) => a + b, 0)
    const share = (/** @type {number} */ base, /** @type {number} */ count) => `calc(${base}px + (100% - ${sum}px) * ${count / columns.length})`
    return { left: share(before, at), width: share(own[at] || 0, 1), top: `${top}px`, height: `${height}px` }
}

/** @param {any[]} areas @param {number} minute */
const areaText = (areas, minute) => areas.find((one) => one.from <= minute && minute < one.to)?.text

/**
 * The column and minute under the pointer.
 * @param {HTMLElement|null} area @param {Col[]} columns @param {number} x @param {number} y @param {{from: number, to: number}} range @param {number} scale
 * @returns {{at: number, minute: number}|null}
 */
export function place(area, columns, x, y, range, scale) {
    if (!area) return null
    const all = [...area.querySelectorAll('[data-col]')]
    const at = all.findIndex((one) => {
        const box = one.getBoundingClientRect()
        return x >= box.left && x < box.right
    })
    if (at < 0 || !columns[at]) return null
    return { at, minute: range.from + (y - all[at].getBoundingClientRect().top) / scale }
}

/** Where a visit lies as a cursor. @param {Col[]} columns @param {Map<string, import('./model.js').Placed[]>} placed @param {string} id @param {number} step @returns {Cursor|null} */
export function cursorOf(columns, placed, id, step) {
    for (const [at, column] of columns.entries()) {
        const found = (placed.get(column.key) || []).find((one) => one.key === id && !one.assists)
        if (found) return { at, minute: Math.floor(minuteOf(column.day, found.visit.appointment.start) / step) * step }
    }
    return null
}

