import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { get } from '../../core/api.js'
import { date, dayOf, nameOf, time, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, Dialog, Failure, PersonName, problemText, Skeleton, Status, toast } from '../../core/ui.js'
import { slotText } from '../booking/why.js'
import { pinUp } from './pins.js'
import { move } from './send.js'
import { say } from './words.js'

/** @typedef {import('../board/model.js').Visit} Visit @typedef {import('../booking/why.js').Slot} Slot */

/**
 * Up to five free times for a visit: those nearest to its own time on its day, then the next ones of each doctor. Its own
 * doctor is named only if nobody else can do it.
 * @param {Visit} visit
 * @returns {Promise<Slot[]>}
 */
async function choicesOf({ appointment: a }) {
    const day = a.date < today() ? today() : a.date
    const [here, next] = await Promise.all([get('/slots', { service_id: a.service_id, from: day, to: day }), get('/slots/next', { service_id: a.service_id, from: day })])
    const away = (/** @type {Slot} */ one) => Math.abs(Date.parse(one.start) - Date.parse(a.start))
    /** @type {Map<string, Slot>} */
    const nearest = new Map()
    for (const slot of [...here.items].sort((one, two) => away(one) - away(two))) if (!nearest.has(slot.doctor_id)) nearest.set(slot.doctor_id, slot)
    const all = [...nearest.values(), ...next.items].filter((one) => Date.parse(one.start) !== Date.parse(a.start) || one.doctor_id !== a.doctor_id)
    const others = all.filter((one) => one.doctor_id !== a.doctor_id)
    return [...new Map((others.length ? others : all).map((one) => [`${one.start}${one.doctor_id}`, one])).values()].slice(0, 5)
}

/**
 * Visits that cannot take place are moved one by one, by keys.
 * @param {{visits: Visit[], onChanged: () => void, onClose: () => void}} props
 */
export function Replan({ visits, onChanged, onClose }) {
    const [at, setAt] = useState(0)
    const [done, setDone] = useState(/** @type {Record<string, string>} */ ({}))
    const [busy, setBusy] = useState(false)
    const visit = visits[at]
    const choices = useLoad(async () => (visit ? { id: visit.appointment.id, slots: await choicesOf(visit) } : null), [visit])
    const slots = (visit && choices.data?.id === visit.appointment.id && choices.data?.slots) || []
    const forward = (/** @type {string} */ what) => {
        setDone((before) => ({ ...before, [visit.appointment.id]: what }))
        setAt((before) => before + 1)
    }
    const take = async (/** @type {Slot} */ slot) => {
        if (busy || !slot) return
        setBusy(true)
        try {
            await move(visit, { start: slot.start, end: slot.end, doctorId: slot.doctor_id, doctorName: slot.doctor_name })
            forward('moved')
            onChanged()
        } catch (error) {
            toast(`${nameOf(visit.patient)}: ${problemText(error)}`, { tone: 'bad' })
            choices.reload()
        }
        setBusy(false)
    }
    const pin = () => {
        pinUp(visit)
        forward('pinned')
    }
    const box = useRef(/** @type {any} */ (null))
    useEffect(() => {
        const dialog = box.current?.closest('dialog')
        const key = (/** @type {KeyboardEvent} */ event) => {
            if (!visit || event.ctrlKey || event.metaKey || event.altKey || busy) return
            if (/^[1-5]$/.test(event.key)) take(slots[+event.key - 1])
            else if (event.key === 's') forward('skipped')
            else if (event.key === 'p') pin()
            else return
            event.preventDefault()
            event.stopPropagation()
        }
        dialog?.addEventListener('keydown', key)
        return () => dialog?.removeEventListener('keydown', key)
    })
    // The focus stays in the dialog when the buttons of a visit go.
    useEffect(() => {
        box.current?.focus()
    }, [at])
    const count = (/** @type {string} */ what) => Object.values(done).filter((one) => one === what).length
    const summary = say('replanSum', { moved: count('moved'), pinned: count('pinned'), skipped: count('skipped') })
    return html`<${Dialog} title=${say('replanTitle')} onClose=${onClose} wide footer=${html`<${Button} kind=${visit ? 'plain' : 'primary'} onClick=${onClose}>${visit ? say('stopHere') : say('close')}<//>`}>
        <div class="stack cal-replan" ref=${box} tabIndex=${-1}>
            <div class="row spread small"><span>${visit ? say('replanAt', { at: at + 1, all: visits.length }) : say('replanEnd')}</span><span class="muted">${summary}</span></div>
            <progress max=${visits.length} value=${at} aria-label=${say('progress')}></progress>
            ${visit && html`<div class="cal-replan-visit"><div class="row spread"><h3><${PersonName} person=${visit.patient} /></h3><${Status} status=${visit.appointment.status} /></div>
                <p>${visit.appointment.service_name} · <span class="number">${date(dayOf(visit.appointment.start), 'long')}, ${time(visit.appointment.start)}–${time(visit.appointment.end)}</span> · <bdi>${visit.appointment.doctor_name}</bdi></p>
                ${/** @type {any} */ (visit).cause && html`<p class="muted">${say(/** @type {any} */ (`cause_${/** @type {any} */ (visit).cause}`))}</p>`}
                ${visit.patient?.phone && html`<p><a href=${`tel:${visit.patient.phone.replace(/[^+\d]/g, '')}`}>${visit.patient.phone}</a></p>`}</div>
                <div class="booking-choices broad" role="group" aria-label=${say('chooseTime')}>${!slots.length && choices.loading ? html`<${Skeleton} rows=${3} />` : slots.map((slot, index) => html`<button type="button" class="booking-choice" key=${slot.start + slot.doctor_id} disabled=${busy} onClick=${() => take(slot)}><kbd>${index + 1}</kbd><span class="number">${slotText(slot, '')}</span> <bdi class="muted">${slot.doctor_name}</bdi></button>`)}</div>
                ${!choices.loading && !slots.length && !choices.error && html`<p class="muted">${say('noneFree')}</p>`}${choices.error && html`<${Failure} error=${choices.error} retry=${choices.reload} />`}
                <div class="row"><${Button} keys="s" disabled=${busy} onClick=${() => forward('skipped')}>${say('skip')}<//><${Button} keys="p" icon="pin" disabled=${busy} onClick=${pin}>${say('pin')}<//>${at > 0 && html`<${Button} kind="quiet" disabled=${busy} onClick=${() => setAt(at - 1)}>${say('oneBack')}<//>`}</div>`}</div><//>`
}
