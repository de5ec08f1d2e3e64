import { html } from '../../core/dom.js'
import { time } from '../../core/format.js'
import { useSignal } from '../../core/signal.js'
import { Icon } from '../../core/ui.js'
import { Axis } from './axis.js'
import { clock, dayLength, minuteOf } from './hours.js'
import { blocksOf } from './model.js'
import { nameIn } from './send.js'
import { aim, moving, verdict } from './state.js'
import { VisitBlock } from './visit.js'
import { say } from './words.js'

/**
 * One column: what is closed, blocked and booked, the time now, and the place that a move aims at.
 * @param {{column: import('./model.js').Column, label: string, placed: import('./model.js').Placed[], areas: import('./hours.js').Area[], held: (import('./hours.js').Held & {text: string})[], blocks: any[], range: {from: number, to: number}, scale: number, mode: string, width: number, look: {selected: string, tab: string, moving: string, pins: Set<string>, now: number, ownAxis: boolean}}} props
 */
export function Column({ column, label, placed, areas, held, blocks, range, scale, mode, width, look }) {
    const top = (/** @type {number} */ minute) => `${(Math.max(minute, range.from) - range.from) * scale}px`
    const tall = (/** @type {number} */ from, /** @type {number} */ to) => `${Math.max(0, Math.min(to, range.to) - Math.max(from, range.from)) * scale}px`
    const isShown = (/** @type {{from: number, to: number}} */ one) => one.to > range.from && one.from < range.to
    const length = dayLength(column.day)
    const now = minuteOf(column.day, look.now)
    const drawn = blocksOf(blocks, column).map((block) => ({ block, from: Math.max(0, minuteOf(column.day, block.start)), to: Math.min(length, minuteOf(column.day, block.end)) })).filter(isShown)
    return html`<section class=${look.ownAxis ? 'cal-col own' : 'cal-col'} data-col=${column.key} aria-label=${label} style=${{ flexBasis: `${width}px` }}>
        ${areas.filter(isShown).map((one) => html`<div key=${`${one.kind}${one.from}`} class=${`cal-area ${one.kind}`} style=${{ top: top(one.from), height: tall(one.from, one.to) }}><span>${one.text}</span></div>`)}
        ${range.to > length && html`<div class="cal-area closed over" style=${{ top: top(length), height: tall(length, range.to) }}></div>`}
        ${held.filter(isShown).map((one) => html`<div key=${one.id} class="cal-held" style=${{ top: top(one.from), height: tall(one.from, one.to) }} title=${one.text}><span><${Icon} name="clock" />${one.text}</span></div>`)}
        ${drawn.map(({ block, from, to }) => html`<button type="button" key=${block.id} class="cal-block" data-block=${block.id} style=${{ top: top(from), height: tall(from, to) }}>
            <${Icon} name="lock" /><span>${block.title || say(block.kind)}</span> <span class="number">${time(block.start)}–${time(block.end)}</span></button>`)}
        ${look.ownAxis && html`<${Axis} day=${column.day} range=${range} scale=${scale} inner />`}
        <ul class="cal-list" aria-label=${label}>${placed.map((one) => html`<${VisitBlock} key=${`${one.key}${one.assists}`} placed=${one} scale=${scale} from=${range.from} mode=${mode} isSelected=${one.key === look.selected} isTab=${one.key === look.tab} isMoving=${one.key === look.moving} isPinned=${look.pins.has(one.key)} />`)}</ul>
        <${Ghost} column=${column} scale=${scale} from=${range.from} />
        ${now >= range.from && now <= Math.min(range.to, length) && html`<div class="cal-now" style=${{ top: top(now) }}><span class="sr-only">${say('now')}</span></div>`}</section>`
}

/** The place that a move aims at, with the colour of what it would break. @param {{column: import('./model.js').Column, scale: number, from: number}} props */
function Ghost({ column, scale, from }) {
    const target = useSignal(aim)
    const seen = useSignal(verdict)
    const lifted = useSignal(moving)
    if (!target || !lifted || target.column.key !== column.key) return null
    const findings = seen?.target === target ? seen.findings : []
    const tone = findings.some((one) => one.hard) ? 'bad' : findings.length ? 'warn' : seen?.checking ? 'asks' : 'good'
    return html`<div class=${`cal-ghost ${tone}`} style=${{ top: `${(target.minute - from) * scale}px`, height: `${Math.max(target.minutes * scale, 22)}px` }}>
        <strong class="number">${clock(target.start)}–${time(target.end)}</strong> <bdi>${nameIn(lifted.visit)}</bdi>${findings[0] && html`<span class="cal-ghost-why">${findings[0].text}</span>`}</div>`
}

