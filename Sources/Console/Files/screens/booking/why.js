// Why a time is not free, and which times are.
import { html, useEffect, useRef } from '../../core/dom.js'
import { get } from '../../core/api.js'
import { addDays, date, dayOf, today, weekday } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Failure, Skeleton } from '../../core/ui.js'
import { clock } from '../calendar/hours.js'
import { say } from './words.js'

/** @typedef {{start: string, end?: string, doctor_id: string, doctor_name: string, chair_id?: string}} Slot */

/** @param {Slot[]} slots */
const different = (slots) => [...new Map(slots.map((one) => [`${Date.parse(one.start)} ${one.doctor_id}`, one])).values()]

/** One slot of each time, those nearest to a time first. @param {Slot[]} slots @param {string} start @returns {Slot[]} */
function nearest(slots, start) {
    const away = (/** @type {Slot} */ one) => Math.abs(Date.parse(one.start) - Date.parse(start))
    return [...new Map(slots.map((one) => [one.start, one])).values()].sort((a, b) => away(a) - away(b)).slice(0, 8).sort((a, b) => (a.start < b.start ? -1 : 1))
}

/** A free time in words. @param {Slot} slot @param {string} [day] that goes without saying */
export const slotText = (slot, day = today()) => `${dayOf(slot.start) === day ? '' : `${weekday(dayOf(slot.start))} ${date(dayOf(slot.start)).slice(0, 5)}, `}${clock(slot.start)}`

/**
 * Reasons by doctor, and free times to choose from by their numbers.
 * @param {{serviceId: string, start: string, patientId?: string, alternatives?: Slot[], onPick: (slot: Slot) => any, skip?: (slot: Slot) => boolean, showsReasons?: boolean, focuses?: boolean}} props
 */
export function FreeTimes({ serviceId, start, patientId, alternatives = [], onPick, skip = () => false, showsReasons = true, focuses = false }) {
    const day = dayOf(start)
    const loaded = useLoad(async () => {
        const from = day < today() ? today() : day
        const query = { service_id: serviceId, patient_id: patientId }
        const [why, here, next] = await Promise.all([get('/slots/why', { ...query, start }).catch(() => null), get('/slots', { ...query, from, to: from }), get('/slots/next', { ...query, from: addDays(from, 1) })])
        return { why, near: nearest(here.items, start), next: next.items }
    }, [serviceId, start, patientId])
    const same = (loaded.data?.why?.doctors || []).filter((/** @type {any} */ one) => !one.reason).map((/** @type {any} */ one) => ({ start, doctor_id: one.doctor_id, doctor_name: one.doctor_name }))
    const groups = [
        { name: say('sameTime'), slots: different(same).filter((one) => !skip(one)).slice(0, 4) },
        { name: say('near'), slots: different(alternatives.length ? alternatives : loaded.data?.near || []).filter((one) => !skip(one) && Date.parse(one.start) !== Date.parse(start)).slice(0, 6) },
        { name: say('next'), slots: different(/** @type {Slot[]} */ (loaded.data?.next || [])).filter((one) => !skip(one)).slice(0, 5) },
    ]
    const flat = groups.flatMap(({ slots }) => slots)
    const pick = useRef(onPick)
    pick.current = onPick
    const box = useRef(/** @type {any} */ (null))
    useEffect(() => {
        if (focuses) box.current?.focus()
    }, [])
    useEffect(() => {
        const dialog = box.current?.closest('dialog')
        const key = (/** @type {KeyboardEvent} */ event) => {
            if (/^(INPUT|TEXTAREA|SELECT)$/.test(/** @type {any} */ (event.target).tagName) || event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key) || !flat[+event.key - 1]) return
            event.preventDefault()
            box.current?.querySelector(`[data-number="${event.key}"]`)?.click()
        }
        dialog?.addEventListener('keydown', key)
        return () => dialog?.removeEventListener('keydown', key)
    })
    const reasons = (loaded.data?.why?.doctors || []).filter((/** @type {any} */ one) => one.reason)
    let number = 0
    return html`<div class="stack booking-free" ref=${box} tabIndex=${focuses ? -1 : undefined} autofocus=${focuses}>
        ${loaded.error && html`<${Failure} error=${loaded.error} retry=${loaded.reload} />`}${!loaded.data && !loaded.error && html`<${Skeleton} rows=${2} />`}
        ${groups.filter(({ slots }) => slots.length).map(({ name, slots }) => html`<div class="stack tight" key=${name}><strong>${name}</strong><div class=${`booking-choices ${name === say('next') ? 'broad' : ''}`}>${slots.map((slot) => {
            number++
            return html`<button type="button" class="booking-choice" key=${slot.start + slot.doctor_id} data-number=${number} onClick=${() => pick.current(slot)}>${number < 10 && html`<kbd>${number}</kbd>`}<span class="number">${slotText(slot, day)}</span> <bdi class="muted">${slot.doctor_name}</bdi></button>`
        })}</div></div>`)}
        ${loaded.data && !flat.length && html`<p class="muted">${say('noneFree')}</p>`}
        ${showsReasons && reasons.length > 0 && html`<details><summary>${say('reasons')}</summary><ul class="bare booking-reasons">${reasons.map((/** @type {any} */ one) => html`<li key=${one.doctor_id}><bdi>${one.doctor_name}</bdi>: ${reasonOf(one.reason)}</li>`)}</ul></details>`}</div>`
}

/** @param {string} reason */
export const reasonOf = (reason) => say(/** @type {any} */ (`r_${reason}`))
