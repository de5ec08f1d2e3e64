// The choice of a free time: a day of the calendar, then a time of that day.
import { html, useEffect, useRef, useState } from '../core/dom.js'
import { date, dayOf, duration, month as monthName, time } from '../core/format.js'
import { Button, Failure, Skeleton } from '../core/ui.js'
import { addMonths, Days, endOf, monthOf } from './days.js'
import { say } from './words.js'

/** @typedef {{start: string, end: string, doctor_id?: string, doctor_name?: string, places_left?: number}} Slot a free time */

/**
 * @param {{first: string, last: string, loadDays: (from: string, to: string) => Promise<{date: string, free: number}[]>, loadTimes: (day: string) => Promise<Slot[]>, onChoose: (slot: Slot, same: Slot[]) => any, chosen?: string, turn?: any}} props
 * Give it a `key` that changes with what is looked for; another `turn` reads the days again
 */
export function TimeChooser({ first, last, loadDays, loadTimes, onChoose, chosen, turn }) {
    const [month, setMonth] = useState(monthOf(first))
    const [months, setMonths] = useState(/** @type {Record<string, Map<string, number>>} */ ({}))
    const [day, setDay] = useState('')
    const [times, setTimes] = useState(/** @type {Slot[]|null} */ (null))
    const [error, setError] = useState(/** @type {any} */ (null))
    const asked = useRef(0)
    const found = useRef(false)
    const shown = useRef(/** @type {any} */ (null))

    const read = async (/** @type {string} */ wanted) => {
        const mine = ++asked.current
        setError(null)
        try {
            const from = wanted < first ? first : wanted
            const to = endOf(wanted) > last ? last : endOf(wanted)
            const counts = new Map((await loadDays(from, to)).map((one) => [one.date, one.free]))
            if (mine !== asked.current) return
            setMonths((before) => ({ ...before, [wanted]: counts }))
            if ([...counts.values()].some((free) => free > 0)) found.current = true
            // The first look goes on until there is a free day.
            else if (!found.current && addMonths(wanted, 1) <= monthOf(last)) setMonth(addMonths(wanted, 1))
        } catch (failure) {
            if (mine === asked.current) setError(failure)
        }
    }
    useEffect(() => {
        read(month)
    }, [month, turn])

    const pick = async (/** @type {string} */ next) => {
        setDay(next)
        setTimes(null)
        const mine = ++asked.current
        setError(null)
        try {
            const slots = await loadTimes(next)
            if (mine === asked.current) setTimes(slots)
        } catch (failure) {
            if (mine === asked.current) setError(failure)
        }
    }
    useEffect(() => {
        if (day && turn) pick(day)
    }, [turn])
    // On a phone the times are below the calendar.
    useEffect(() => {
        const box = shown.current
        if (times && box && box.getBoundingClientRect().top > innerHeight * 0.6) box.scrollIntoView({ block: 'start', behavior: 'smooth' })
    }, [times])

    const free = months[month]
    const none = free && ![...free.values()].some((count) => count > 0)
    return html`<div class="chooser">
        <div class="stack"><${Days} month=${month} first=${first} last=${last} free=${free} value=${day} onPick=${pick} onMonth=${setMonth} />
            ${none && html`<p class="muted" role="status">${month >= monthOf(last) && !found.current ? say('noneAtAll') : say('noneInMonth', { month: monthName(month) })}</p>`}
            ${error && html`<${Failure} error=${error} retry=${() => (day ? pick(day) : read(month))} />`}</div>
        <div class="chooser-times" aria-live="polite" ref=${shown}>${day && !error && (times ? html`<${Times} day=${day} slots=${times} onChoose=${onChoose} chosen=${chosen} />` : html`<${Skeleton} rows=${5} />`)}</div></div>`
}

const parts = /** @type {const} */ (['night', 'morning', 'afternoon', 'evening'])
/** @param {string} start */
function partOf(start) {
    const hour = Number(time(start).slice(0, 2))
    return hour < 6 ? 'night' : hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
}

/** @param {{day: string, slots: Slot[], onChoose: (slot: Slot, same: Slot[]) => any, chosen?: string}} props */
function Times({ day, slots, onChoose, chosen }) {
    const starts = [...new Map(slots.slice().reverse().map((slot) => [slot.start, slot])).values()].sort((a, b) => a.start.localeCompare(b.start))
    return html`<h2>${say('timesOf', { day: date(day, 'long') })}</h2>
        ${!starts.length && html`<p class="muted">${say('noTimes')}</p>`}
        ${parts.map((part) => {
            const mine = starts.filter((slot) => partOf(slot.start) === part)
            return mine.length ? html`<h3 class="chooser-part">${say(part)}</h3><ul class="bare chooser-grid">${mine.map((slot) => html`<li key=${slot.start}><${Button} class="chooser-time" aria-pressed=${slot.start === chosen ? 'true' : undefined}
                aria-label=${[time(slot.start), date(dayOf(slot.start), 'long'), slot.places_left && say('group', { count: slot.places_left })].filter(Boolean).join(', ')} onClick=${() => onChoose(slot, slots.filter((one) => one.start === slot.start))}>${slot.places_left ? html`<span class="chooser-slot">${time(slot.start)}<small>${say('group', { count: slot.places_left })}</small></span>` : time(slot.start)}<//></li>`)}</ul>` : null
        })}`
}

/**
 * The free times near one that somebody else took, as the answer 409 names them.
 * @param {{alternatives: Slot[], onChoose: (slot: Slot) => any}} props
 */
export function Alternatives({ alternatives, onChoose }) {
    const box = useRef(/** @type {any} */ (null))
    useEffect(() => {
        box.current?.scrollIntoView({ block: 'center' })
    }, [alternatives])
    if (!alternatives?.length) return html`<p class="notice warn" role="alert" ref=${box}>${say('takenNone')}</p>`
    return html`<div class="notice warn stack" role="alert" ref=${box}><p>${say('taken')}</p><ul class="bare chooser-near">${alternatives.slice(0, 6).map((slot) => html`<li key=${slot.start + (slot.doctor_id || '')}>
        <${Button} onClick=${() => onChoose(slot)}><span class="chooser-slot"><strong>${date(dayOf(slot.start), 'long')}, ${time(slot.start)}</strong>${slot.doctor_name && html`<small><bdi>${slot.doctor_name}</bdi></small>`}</span><//></li>`)}</ul></div>`
}

/** How long a time takes. @param {Slot} slot */
export function lengthOf(slot) {
    return duration((Date.parse(slot.end) - Date.parse(slot.start)) / 60_000)
}
