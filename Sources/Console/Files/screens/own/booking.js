// Booking: a service, a free time, which is kept while the patient confirms, and the outcome.
import { all, del, post, Problem } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { dateTime, duration, money, nameOf, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Button, Icon, Select, Skeleton } from '../../core/ui.js'
import { Alternatives, TimeChooser } from '../../pages/chooser.js'
import { explain } from '../../pages/problems.js'
import { Failed } from './act.js'
import { useOnce } from '../patients/attempt.js'
import { BookingDone, ConfirmBooking } from './booking-confirm.js'
import { lastDay, loaders } from './slots.js'
import { Soonest } from './soonest.js'
import { CallClinic, Own, useWho } from './who.js'
import { say } from './words.js'

/** @param {{wish?: {serviceID?: string, items?: {treatment_plan_id: string, item_id: string}[]}}} props `wish`: what another page wants to book */
export function Booking({ wish }) {
    const who = useWho()
    const services = useLoad(async () => (await all('/services', { limit: 200 })).filter((one) => one.booked_by !== 'staff'), [])
    const doctors = useLoad(() => all('/doctors', { limit: 200 }), [])
    const [service, setService] = useState(/** @type {any} */ (null))
    const [doctorID, setDoctorID] = useState('')
    const [hold, setHold] = useState(/** @type {any} */ (null))
    const [booked, setBooked] = useState(/** @type {any} */ (null))
    const [near, setNear] = useState(/** @type {any[]|null} */ (null))
    const [error, setError] = useState('')
    const [turn, setTurn] = useState(0)
    const once = useOnce()
    /** The hold that is to be given back when the patient goes away. */
    const held = useRef(/** @type {any} */ (null))
    held.current = booked ? null : hold
    const release = () => held.current && del(`/holds/${held.current.id}`, { query: who.query }).catch(() => {})
    useEffect(() => () => void release(), [])
    useEffect(() => {
        const wanted = wish?.serviceID && services.data?.find((one) => one.id === wish.serviceID)
        if (wanted) setService(wanted)
    }, [services.data])

    const refused = (/** @type {any} */ problem) => {
        if (problem instanceof Problem && problem.body.alternatives) setNear(problem.body.alternatives)
        else setError(explain(problem))
        setHold(null)
        setTurn((before) => before + 1)
    }
    const keep = async (/** @type {any} */ slot) => {
        setError('')
        setNear(null)
        try {
            setHold(await post('/holds', { ...who.query, service_id: service.id, start: slot.start, ...(doctorID || slot.isExact ? { doctor_id: slot.doctor_id } : {}) }))
        } catch (problem) {
            refused(problem)
        }
    }
    const book = async (/** @type {string} */ reason) => {
        try {
            const body = { ...who.query, service_id: service.id, doctor_id: hold.doctor_id, start: hold.start, ...(reason.trim() ? { reason: reason.trim() } : {}), ...(wish?.items ? { treatment_items: wish.items } : {}) }
            setBooked(await once(body, (key) => post('/appointments', body, { key })))
        } catch (problem) {
            refused(problem)
        }
    }
    const forWhom = who.person && html`<p>${say('forPerson', { name: '' })}<strong><bdi>${nameOf(who.person)}</bdi></strong></p>`
    const back = (/** @type {() => any} */ run) => html`<${Button} kind="quiet" icon="left" onClick=${run}>${say('back')}<//>`
    if (booked) return html`<${Own} title=${booked.status === 'requested' ? say('doneRequested') : say('doneTitle')}><${BookingDone} visit=${booked} /><//>`
    if (hold) return html`<${Own} title=${say('confirmTitle')} actions=${back(() => (release(), setHold(null), setTurn(turn + 1)))}>${forWhom}<${ConfirmBooking} hold=${hold} service=${service} onBook=${book} onKeep=${() => keep({ ...hold, isExact: true })} /><//>`
    if (service) {
        const query = { service_id: service.id, ...(doctorID ? { doctor_id: doctorID } : {}), ...who.query }
        const able = (doctors.data || []).filter((one) => !service.doctors?.length || service.doctors.includes(one.id))
        return html`<${Own} title=${say('chooseTime')} actions=${back(() => (setService(null), setNear(null), setError('')))}>${forWhom}
            <section class="card own-choice"><p><strong>${service.name}</strong> <span class="muted">${duration(service.duration_minutes)}</span></p>
                ${able.length > 1 && html`<label class="field"><span class="label">${say('withDoctor')}</span><${Select} value=${doctorID} onChange=${setDoctorID} options=${[{ value: '', label: say('anyDoctor') }, ...able.map((one) => ({ value: one.id, label: one.specialty ? `${one.name} – ${one.specialty}` : one.name }))]} /></label>`}</section>
            ${error && html`<p class="notice bad" role="alert">${error}</p>`}${near && html`<${Alternatives} alternatives=${near} onChoose=${(/** @type {any} */ slot) => keep({ ...slot, isExact: true })} />`}
            ${!near && html`<${Soonest} key=${doctorID} query=${query} turn=${turn} onChoose=${(/** @type {any} */ slot) => keep({ ...slot, isExact: true })} />`}
            <${TimeChooser} key=${service.id + doctorID} first=${today()} last=${lastDay()} ...${loaders(query)} turn=${turn} onChoose=${keep} />
            ${!who.person && html`<p class="muted">${say('noTime')} <${Button} kind="quiet" onClick=${() => go('own-visits/wait', { serviceID: service.id })}>${say('waitInstead')}<//></p>`}<//>`
    }
    return html`<${Own} title=${say('chooseService')} actions=${back(() => go('own-visits'))}>${forWhom}
        ${services.error && html`<${Failed} error=${services.error} retry=${services.reload} />`}${!services.data && !services.error && html`<${Skeleton} rows=${6} />`}
        ${services.data && !services.data.length && html`<p>${say('noServices')}</p><${CallClinic} />`}
        ${services.data && html`<${Services} items=${services.data} onPick=${setService} />`}<//>`
}

/** @param {{items: any[], onPick: (service: any) => any}} props */
function Services({ items, onPick }) {
    const groups = [...new Set(items.map((one) => one.category || ''))].sort((a, b) => (a ? 0 : 1) - (b ? 0 : 1) || a.localeCompare(b))
    return html`<div class="own-services">${groups.map((group) => html`<section class="stack" key=${group}><h2>${group || say('other')}</h2><ul class="bare page-choices">${items.filter((one) => (one.category || '') === group).map((one) => html`<li key=${one.id}>
        <button type="button" class="button page-choice" onClick=${() => onPick(one)}><span>${one.name}<small>${facts(one)}</small></span><${Icon} name="right" /></button></li>`)}</ul></section>`)}</div>`
}

/** @param {any} service */
function facts(service) {
    return [duration(service.duration_minutes), service.price && (service.prices?.length ? say('price', { price: money(service.price) }) : money(service.price)), service.minimum_age && say('fromAge', { count: service.minimum_age }),
        service.booked_by === 'known_patients' && say('known'), service.deposit && say('deposit', { sum: money(service.deposit) })].filter(Boolean).join(' · ')
}
