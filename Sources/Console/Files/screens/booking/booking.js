// Booking a visit in three steps: service, time, patient. The time is held while the person confirms.
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { all, get, post } from '../../core/api.js'
import { dayOf, nameOf, time } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { session } from '../../core/session.js'
import { Button, Dialog, Failure, problemText, Skeleton, toast, useStyle } from '../../core/ui.js'
import { Confirming } from './confirm.js'
import { useHold } from './hold.js'
import { ServiceStep } from './service.js'
import { TimeStep } from './time.js'
import { say } from './words.js'

/** @typedef {import('./why.js').Slot} Slot */

/** Whether the role may break rules of booking. */
export const mayOverride = () => (session().clinic?.scheduling?.desk?.override_roles || ['receptionist', 'admin']).includes(session().role)

/**
 * The dialog that books a visit. What is known already is given; `onDone` gets the appointment, or nothing if none was booked.
 * @param {{patient?: any, serviceId?: string, start?: string, doctorId?: string, chairId?: string, day?: string, treatmentItems?: any[], onDone: (appointment?: any) => any, onClose?: () => any}} props
 */
export function BookingDialog({ patient: known, serviceId, start, doctorId, chairId, day, treatmentItems, onDone, onClose }) {
    useStyle('/console/screens/booking/booking.css')
    useStyle('/console/screens/board/board.css')
    const [step, setStep] = useState(serviceId ? 2 : 1)
    const [service, setService] = useState(serviceId || '')
    const [doctor, setDoctor] = useState(doctorId || '')
    const [slot, setSlot] = useState(/** @type {Slot|null} */ (null))
    const [room, setRoom] = useState(chairId || '')
    const [patient, setPatient] = useState(known || null)
    const [override, setOverride] = useState('')
    const [refusal, setRefusal] = useState(/** @type {any} */ (null))
    const lists = useLoad(async () => {
        const [services, doctors, chairs] = await Promise.all([all('/services', { active: true, limit: 200 }), all('/doctors', { limit: 200 }), all('/chairs', { active: true, limit: 200 })])
        return { services, doctors, chairs }
    }, [])
    const hold = useHold({ isWanted: step === 3 && !override, patient, service, slot, onRefused: setRefusal })
    const chosen = lists.data?.services.find((/** @type {any} */ one) => one.id === service)
    const attempt = useRef({ body: '', key: '' })

    const close = () => (hold.release(), onClose ? onClose() : onDone())
    const takeSlot = (/** @type {Slot} */ next, /** @type {{override?: string, keepsRoom?: boolean}} */ how = {}) => {
        if (!how.keepsRoom) setRoom('')
        setSlot(next)
        setOverride(how.override || '')
        setRefusal(null)
        setStep(3)
    }
    const chooseService = async (/** @type {string} */ id) => {
        setService(id)
        setSlot(null)
        setRefusal(null)
        // The place that was clicked in the calendar is taken at once if it is free.
        if (start) {
            const why = await get('/slots/why', { service_id: id, start, doctor_id: doctor, patient_id: patient?.id }).catch(() => null)
            const free = why?.doctors.filter((/** @type {any} */ one) => !one.reason) || []
            if (free.length) return takeSlot({ start, doctor_id: doctor || '', doctor_name: doctor ? free[0].doctor_name : '' }, { keepsRoom: true })
        }
        setStep(2)
    }
    const back = (/** @type {number} */ to) => {
        setRefusal(null)
        setStep(to)
    }
    const book = async (/** @type {{reason: string, room?: string, doctor?: string}} */ more) => {
        if (!slot || !patient) return
        const body = {
            patient_id: patient.id, service_id: service, start: slot.start, ...(slot.doctor_id ? { doctor_id: slot.doctor_id } : {}), ...(room && more.room === undefined ? { chair_id: room } : {}),
            ...(more.reason ? { reason: more.reason } : {}), ...(override ? { override: { reason: override } } : {}), ...(treatmentItems?.length ? { treatment_items: treatmentItems } : {}),
        }
        if (hold.held?.doctor_id && !body.doctor_id) body.doctor_id = hold.held.doctor_id
        const text = JSON.stringify(body)
        if (attempt.current.body !== text) attempt.current = { body: text, key: crypto.randomUUID() }
        try {
            const appointment = await post('/appointments', body, { key: attempt.current.key })
            hold.used()
            toast(say('booked', { name: nameOf(patient), time: time(appointment.start), doctor: appointment.doctor_name }), { action: { label: say('undo'), run: () => post(`/appointments/${appointment.id}/cancel`, { reason: say('undoReason') }).then(() => toast(say('undone')), (error) => toast(problemText(error), { tone: 'bad' })) } })
            onDone(appointment)
        } catch (error) {
            setRefusal(error)
        }
    }
    const names = [say('stepService'), say('stepTime'), say('stepPatient')]
    return html`<${Dialog} title=${say('title')} onClose=${close} wide class="booking">
        <ol class="bare booking-steps" aria-label=${say('steps')}>${names.map((name, at) => html`<li key=${name} aria-current=${step === at + 1 ? 'step' : undefined} class=${step > at + 1 ? 'past' : ''}>
            ${step > at + 1 ? html`<button type="button" onClick=${() => back(at + 1)}><span class="booking-number">${at + 1}</span>${name}</button>` : html`<span><span class="booking-number">${at + 1}</span>${name}</span>`}</li>`)}</ol>
        ${lists.error && html`<${Failure} error=${lists.error} retry=${lists.reload} />`}
        ${!lists.data ? !lists.error && html`<${Skeleton} rows=${5} />`
        : step === 1 ? html`<${ServiceStep} services=${lists.data.services} doctors=${lists.data.doctors} doctor=${doctor} onDoctor=${setDoctor} onService=${chooseService} chosen=${service} start=${start} />`
        : step === 2 ? html`<${TimeStep} service=${chosen} doctors=${lists.data.doctors} doctor=${doctor} onDoctor=${setDoctor} patient=${patient} wish=${start ? { start, doctorId: doctor, chairId: room } : null} day=${day || (start && dayOf(start))} onSlot=${takeSlot} mayOverride=${mayOverride()} />`
        : html`<${Confirming} service=${chosen} slot=${slot} doctors=${lists.data.doctors} room=${lists.data.chairs.find((/** @type {any} */ one) => one.id === room)} patient=${patient} isKnown=${Boolean(known)} onPatient=${(/** @type {any} */ one) => (setRefusal(null), setPatient(one))} hold=${hold} override=${override} refusal=${refusal}
            onSlot=${takeSlot} onAnyRoom=${() => (setRoom(''), setRefusal(null))} onOverride=${(/** @type {string} */ reason) => (setOverride(reason), setRefusal(null))} onBook=${book} onSeries=${(/** @type {any} */ series) => (hold.used(), onDone(series))} mayOverride=${mayOverride()} />`}
    <//>`
}
