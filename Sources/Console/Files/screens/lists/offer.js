import { html, useState } from '../../core/dom.js'
import { get } from '../../core/api.js'
import { addDays, date, dayOf, time, today, weekday, weekdayNumber } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, Dialog, Failure, problemText, Segmented, Skeleton } from '../../core/ui.js'
import { dayTime, nameIn, take } from './parts.js'
import { say } from './words.js'

/** Days that are searched at once. */
const span = 14

/**
 * Whether a free time suits a patient who waits.
 * @param {any} entry @param {any} slot
 */
function suits(entry, slot) {
    const clock = time(slot.start)
    return (!entry.weekdays?.length || entry.weekdays.includes(weekdayNumber(dayOf(slot.start)))) && (!entry.earliest || clock >= entry.earliest) && (!entry.latest || clock <= entry.latest) && (!entry.doctor_id || entry.doctor_id === slot.doctor_id)
}

/**
 * Offers a free time to a patient who waits. `alternatives`: the times that an answer named because another one was lost.
 * @param {{row: any, alternatives?: any[], names: Map<string, string>, onClose: () => void, onDone: () => void}} props
 */
export function OfferDialog({ row: { entry, patient }, alternatives, names, onClose, onDone }) {
    const first = entry.first_day > today() ? entry.first_day : today()
    const [from, setFrom] = useState(first)
    const [fitting, setFitting] = useState(true)
    const [refusal, setRefusal] = useState(/** @type {any} */ (null))
    const last = [addDays(from, span - 1), entry.last_day].sort()[0]
    const slots = useLoad(async () => (last < from ? [] : (await get('/slots', { service_id: entry.service_id, from, to: last, patient_id: entry.patient_id })).items), [from, last])
    const offer = async (/** @type {any} */ slot) => {
        try {
            await take({ title: say('offered', { name: nameIn(patient), time: dayTime(slot.start) }), method: 'POST', path: `/waitlist/${entry.id}/offers`, body: { start: slot.start, doctor_id: slot.doctor_id } })
            onDone()
        } catch (error) {
            setRefusal(error)
            slots.reload()
        }
    }
    const near = refusal?.body?.alternatives || alternatives || []
    const found = (slots.data || []).filter((/** @type {any} */ slot) => !fitting || suits(entry, slot))
    /** @type {Map<string, any[]>} */
    const days = new Map()
    for (const slot of found) days.set(dayOf(slot.start), [...(days.get(dayOf(slot.start)) || []), slot])
    const button = (/** @type {any} */ slot, /** @type {string} */ text) => html`<${Button} small key=${slot.start + slot.doctor_id} title=${slot.doctor_name} onClick=${() => offer(slot)}>${text} <span class="muted">${slot.doctor_name}</span><//>`
    return html`<${Dialog} title=${html`<bdi>${say('offerTitle', { name: nameIn(patient) })}</bdi>`} wide onClose=${onClose}>
        <p class="muted">${names.get(entry.service_id)} · ${say('offerHint')}</p>
        ${(refusal || alternatives) && html`<div class="notice bad stack" role="alert"><p>${refusal ? (near.length ? say('slotTaken') : problemText(refusal)) : say('lostTitle')}</p>
            ${near.length > 0 && html`<div class="stack tight"><strong>${say('alternatives')}</strong><div class="row">${near.slice(0, 8).map((/** @type {any} */ slot) => button(slot, dayTime(slot.start)))}</div></div>`}</div>`}
        <div class="row spread"><${Segmented} label=${say('wishes')} value=${fitting} onChange=${setFitting} options=${[{ value: true, label: say('fitting') }, { value: false, label: say('allTimes') }]} />
            <span class="number">${say('fromTo', { from: date(from), to: date(last) })}</span></div>
        ${slots.error ? html`<${Failure} error=${slots.error} retry=${slots.reload} />` : !slots.data ? html`<${Skeleton} rows=${4} />` : html`<div class="lists-days">
            ${!found.length && html`<p class="muted">${say('noTimes')}</p>`}
            ${[...days].map(([day, list]) => html`<section key=${day} class="lists-day"><h3>${weekday(day)} <span class="number">${date(day)}</span></h3><div class="row">${list.slice(0, 40).map((slot) => button(slot, time(slot.start)))}</div></section>`)}</div>`}
        ${last < entry.last_day && html`<div><${Button} icon="right" onClick=${() => setFrom(addDays(last, 1))}>${say('showMore')}<//></div>`}<//>`
}
