import { Component, html, useState } from '../../core/dom.js'

import { Button, Icon, PersonName } from '../../core/ui.js'
import { VisitCard } from './card.js'
import { useByTime, Wait } from './clock.js'
import { isUnderWay, states } from './model.js'
import { say } from './words.js'

/** @typedef {import('./model.js').Visit} Visit */
/** @typedef {{selected: string, asks: import('./card.js').Asks, today: string}} Common */

/** How many cards of a column of finished visits are shown at first. */
const firstOfDone = 20

/**
 * Cards in their order. The Tab key reaches one card of each column: the selected one, or the first.
 * @param {Visit[]} visits @param {'state'|'chair'|'time'} where @param {Common} common @param {boolean} [reach] whether the first is reached if none is selected
 * @returns {any[]}
 */
function cards(visits, where, { selected, asks, today }, reach = true) {
    const tab = visits.some((visit) => visit.appointment.id === selected) ? selected : reach ? visits[0]?.appointment.id : ''
    return visits.map((visit) => html`<${VisitCard} key=${visit.appointment.id} visit=${visit} where=${where} selected=${selected === visit.appointment.id} tab=${tab === visit.appointment.id} asks=${asks} today=${today} />`)
}

/**
 * The visits in columns by state. Columns of what is over can be folded.
 * @param {{columns: Record<string, Visit[]>, whole: Record<string, Visit[]>, folded: string[], onFold: (id: string) => void, common: Common}} props `whole`: without the filter
 */
export function StateLanes({ columns, whole, folded, onFold, common }) {
    return html`<div class="board-lanes by-state">${states.map(({ id }) => html`<${UnchangedLane} key=${id} id=${id} allFolded=${folded} visits=${columns[id]} all=${whole[id].length} folded=${folded.includes(id)} onFold=${() => onFold(id)} common=${common} />`)}</div>`
}

/** @param {number} shown @param {number} all */
const countOf = (shown, all) => (shown === all ? String(all) : say('ofAll', { shown, all }))

/** A column is drawn again only when something in it changes: a step of one visit changes two columns at most. */
class UnchangedLane extends Component {
    /** @param {any} next */
    shouldComponentUpdate(next) {
        const now = /** @type {any} */ (this).props
        return next.all !== now.all || next.allFolded !== now.allFolded || next.common.today !== now.common.today || next.common.selected !== now.common.selected || next.common.asks !== now.common.asks
            || next.visits.length !== now.visits.length || next.visits.some((/** @type {Visit} */ visit, /** @type {number} */ at) => visit !== now.visits[at])
    }

    /** @param {any} props */
    render(props) {
        return html`<${StateLane} ...${props} />`
    }
}

/** @param {{id: string, visits: Visit[], all: number, folded: boolean, onFold: () => void, common: Common}} props */
function StateLane({ id, visits, all, folded, onFold, common }) {
    const [whole, setWhole] = useState(false)
    const isOver = id === 'done' || id === 'missed'
    const title = say(/** @type {any} */ (id))
    const shown = id !== 'done' || whole || visits.length <= firstOfDone + 5 ? visits : visits.slice(0, firstOfDone)
    if (folded) return html`<section class=${`board-lane folded ${id}`} aria-label=${title}><button type="button" class="board-fold" aria-expanded="false" title=${say('expand')} onClick=${onFold}><span class="board-count number">${countOf(visits.length, all)}</span><span class="board-fold-title">${title}</span></button></section>`
    return html`<section class=${`board-lane ${id}`} aria-labelledby=${`lane-${id}`}>
        <header class="board-head"><h2 id=${`lane-${id}`}>${title}</h2><span class="board-count number">${countOf(visits.length, all)}</span>
            ${isOver && html`<button type="button" class="button quiet icon small" aria-expanded="true" aria-label=${`${say('collapse')}: ${title}`} title=${say('collapse')} onClick=${onFold}><${Icon} name="right" /></button>`}</header>
        <ul class="bare board-cards" data-lane=${id}>${cards(shown, 'state', common)}
            ${shown.length < visits.length && html`<li class="board-more"><${Button} small onClick=${() => setWhole(true)}>${say('showAll', { count: visits.length })}<//></li>`}
            ${!visits.length && html`<li class="board-none">${say('empty')}</li>`}</ul></section>`
}

/**
 * The visits of each chair, in the order of their times, with who sits in it.
 * @param {{visits: Visit[], chairs: any[], common: Common}} props
 */
export function ChairLanes({ visits, chairs, common }) {
    const known = new Map(chairs.map((chair) => [chair.id, chair.name]))
    for (const { appointment } of visits) if (!known.has(appointment.chair_id)) known.set(appointment.chair_id, appointment.chair_name)
    return html`<div class="board-lanes by-chair">${[...known].map(([id, name]) => html`<${ChairLane} key=${id} id=${id} name=${name} visits=${visits.filter((visit) => visit.appointment.chair_id === id)} common=${common} />`)}</div>`
}

/** @param {{id: string, name: string, visits: Visit[], common: Common}} props */
function ChairLane({ id, name, visits, common }) {
    const [open, setOpen] = useState(false)
    const over = visits.filter(({ appointment }) => appointment.status === 'completed' || appointment.status === 'no_show')
    const rest = visits.filter((visit) => !over.includes(visit))
    const inside = visits.filter(({ appointment }) => isUnderWay(appointment.status))
    return html`<section class="board-lane" aria-labelledby=${`chair-${id}`}>
        <header class="board-head"><h2 id=${`chair-${id}`}>${name}</h2><span class="board-count number">${visits.length}</span></header>
        <div class=${`board-inside ${inside.length ? 'taken' : ''}`}>${inside.length ? inside.map(({ appointment, patient }) => html`<span key=${appointment.id}><strong><${PersonName} person=${patient} /></strong> <${Wait} since=${appointment.times.started_at || appointment.times.seated_at} /></span>`) : say('free')}</div>
        <ul class="bare board-cards" data-lane=${id}>
            ${over.length > 0 && html`<li class="board-more"><${Button} small kind="quiet" aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? say('hideDone') : say('showDone', { count: over.length })}<//></li>`}
            ${open && cards(over, 'chair', common, false)}
            ${cards(rest, 'chair', common)}
            ${!visits.length && html`<li class="board-none">${say('empty')}</li>`}</ul></section>`
}

/**
 * The visits of the day in one list by time, with a mark at the present time.
 * @param {{visits: Visit[], common: Common, day: string}} props
 */
export function TimeList({ visits, common, day }) {
    const [open, setOpen] = useState(false)
    // The mark stands before the first visit that begins later than now.
    const mark = useByTime((now) => (day === common.today ? visits.find(({ appointment }) => Date.parse(appointment.start) > now)?.appointment.id || 'end' : ''))
    const over = day === common.today ? visits.filter(({ appointment }) => appointment.status === 'completed' || appointment.status === 'no_show') : []
    const shown = open || !over.length ? visits : visits.filter((visit) => !over.includes(visit))
    const markAt = mark === '' ? -1 : mark === 'end' ? shown.length : shown.findIndex(({ appointment }) => appointment.id === mark)
    // One flat list with keys: a card stays the same element wherever the mark stands.
    const items = cards(shown, 'time', common)
    if (markAt >= 0) items.splice(markAt, 0, html`<li class="board-now" key="now"><span>${say('now')}</span></li>`)
    if (over.length) items.unshift(html`<li class="board-more" key="more"><${Button} small kind="quiet" aria-expanded=${open} onClick=${() => setOpen(!open)}>${open ? say('hideDone') : say('showDone', { count: over.length })}<//></li>`)
    return html`<div class="board-list"><ul class="bare board-cards by-time" data-lane="time">${items}</ul></div>`
}
