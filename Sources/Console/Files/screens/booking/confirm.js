import { html, useState } from '../../core/dom.js'
import { age, date, dayOf, money, time } from '../../core/format.js'
import { session } from '../../core/session.js'
import { Button, Field, Icon, Input, PatientPicker, PersonName, problemText } from '../../core/ui.js'
import { Register } from '../board/register.js'
import { clock } from '../calendar/hours.js'
import { useFocusOn } from './focus.js'
import { Series } from './series.js'
import { FreeTimes, reasonOf } from './why.js'
import { say } from './words.js'

/**
 * Who comes, and the booking itself.
 * @param {{service: any, slot: any, doctors: any[], room: any, patient: any, isKnown: boolean, onPatient: (patient: any) => void, hold: any, override: string, refusal: any, onSlot: (slot: any, how?: any) => void, onAnyRoom: () => void, onOverride: (reason: string) => void, onBook: (more: any) => any, onSeries: (series: any) => void, mayOverride: boolean}} props
 */
export function Confirming({ service, slot, doctors, room, patient, isKnown, onPatient, hold, override, refusal, onSlot, onAnyRoom, onOverride, onBook, onSeries, mayOverride }) {
    const [isNew, setIsNew] = useState(false)
    const [reason, setReason] = useState('')
    const [repeats, setRepeats] = useState(false)
    const doctorId = hold.held?.doctor_id || slot.doctor_id
    const doctor = hold.held?.doctor_name || slot.doctor_name || doctors.find((one) => one.id === slot.doctor_id)?.name || say('anyDoctor')
    const isDesk = session().role !== 'doctor'
    const end = hold.held?.end || slot.end || new Date(Date.parse(slot.start) + (service?.duration_minutes || 0) * 60_000).toISOString()
    useFocusOn(patient ? '#booking-book' : '[role=combobox]', [Boolean(patient), isNew])
    return html`<div class="stack">
        <div class="booking-summary"><div><strong class="number">${date(dayOf(slot.start), 'full')}, ${clock(slot.start)}–${time(end)}</strong><div>${service?.name} · <bdi>${doctor}</bdi>${room ? ` · ${room.name}` : ''}</div><div class="muted small">${service && money(service.price)}</div></div><${HoldState} hold=${hold} patient=${patient} override=${override} isRefused=${Boolean(refusal)} /></div>
        ${patient ? html`<div class="row booking-who"><${Icon} name="person" /><strong><${PersonName} person=${patient} /></strong><span class="muted number">${[patient.birth_date && `${date(patient.birth_date)} (${age(patient.birth_date)})`, patient.phone].filter(Boolean).join(' · ')}</span>${!isKnown && html`<${Button} small kind="quiet" onClick=${() => onPatient(null)}>${say('change')}<//>`}</div>`
        : isNew ? html`<${Register} onDone=${(/** @type {any} */ one) => (setIsNew(false), onPatient(one))} onBack=${() => setIsNew(false)} />`
        : html`<div class="row booking-pick"><${Field} label=${say('patient')} class="grow"><${PatientPicker} autofocus onPick=${onPatient} /><//>${isDesk && html`<${Button} icon="plus" onClick=${() => setIsNew(true)}>${say('newPatient')}<//>`}</div>`}
        ${!isNew && html`<${Field} label=${say('reason')}><${Input} value=${reason} maxLength="500" onInput=${setReason} onKeyDown=${(/** @type {any} */ event) => event.key === 'Enter' && patient && !repeats && (event.preventDefault(), onBook({ reason: reason.trim() }))} /><//>`}
        ${override && html`<p class="notice warn">${say('breaksRules', { reason: override })}</p>`}
        ${refusal && html`<${Refusal} refusal=${refusal} service=${service} slot=${slot} patient=${patient} room=${room} onSlot=${onSlot} onAnyRoom=${onAnyRoom} onOverride=${onOverride} mayOverride=${mayOverride} />`}
        ${isDesk && !isNew && patient && doctorId && !override && html`<div><${Button} kind="quiet" small icon=${repeats ? 'minus' : 'plus'} aria-expanded=${repeats} onClick=${() => setRepeats(!repeats)}>${say('repeat')}<//></div>
            ${repeats && html`<${Series} patient=${patient} service=${service} doctorId=${doctorId} start=${slot.start} onDone=${onSeries} />`}`}
        ${!isNew && !repeats && html`<div class="dialog-foot"><${Button} id="booking-book" kind="primary" icon="check" disabled=${!patient || Boolean(refusal && !refusal.retryAfter && refusal.status === 409)} onClick=${() => onBook({ reason: reason.trim() })}>${say('book')}<//></div>`}</div>`
}

/** @param {{hold: any, patient: any, override: string, isRefused: boolean}} props */
function HoldState({ hold, patient, override, isRefused }) {
    if (isRefused) return null
    if (override || !patient) return html`<span class="muted small">${patient ? say('noHold') : say('holdBegins')}</span>`
    if (!hold.held) return html`<span class="muted small" role="status">…</span>`
    if (hold.isOver) return html`<span class="booking-over" role="status">${say('holdOver')} <${Button} small onClick=${hold.again}>${say('holdAgain')}<//></span>`
    const left = `${Math.floor(hold.left / 60)}:${String(hold.left % 60).padStart(2, '0')}`
    return html`<span class="booking-held"><${Icon} name="clock" /><span>${say('heldUntil', { time: time(hold.held.expires_at) })}</span> <span class="number" aria-hidden="true">${left}</span></span>`
}

/** A race that was lost: other times to choose from. @param {{refusal: any, service: any, slot: any, patient: any, room: any, onSlot: any, onAnyRoom: () => void, onOverride: (reason: string) => void, mayOverride: boolean}} props */
function Refusal({ refusal, service, slot, patient, room, onSlot, onAnyRoom, onOverride, mayOverride }) {
    const [reason, setReason] = useState('')
    const [tried, setTried] = useState(false)
    const kind = refusal.type
    const isTaken = ['slot-taken', 'group-full'].includes(kind)
    const anyway = () => {
        setTried(true)
        if (reason.trim()) onOverride(reason.trim())
    }
    return html`<div class="notice bad stack" role="alert"><p><strong>${isTaken ? say('lost') : problemText(refusal)}</strong> ${refusal.body?.reason ? reasonOf(refusal.body.reason) : ''}</p>
        ${refusal.status === 409 && html`<${FreeTimes} focuses serviceId=${service.id} start=${slot.start} patientId=${patient?.id} alternatives=${refusal.body?.alternatives} onPick=${onSlot} showsReasons=${false} skip=${(/** @type {any} */ one) => one.start === slot.start && one.doctor_id === slot.doctor_id && !room} />`}
        ${isTaken && room && html`<div><${Button} onClick=${onAnyRoom}>${say('anyRoom')}<//></div>`}
        ${isTaken && mayOverride && refusal.body?.reason !== 'patient_busy' && html`<form class="booking-override" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), anyway())}><${Field} label=${say('overrideLabel')} error=${tried && !reason.trim() ? say('needed') : ''} class="grow"><${Input} value=${reason} maxLength="300" onInput=${setReason} /><//><${Button} kind="danger" onClick=${anyway}>${say('anyway')}<//></form>`}</div>`
}
