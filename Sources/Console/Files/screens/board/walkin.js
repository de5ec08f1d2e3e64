import { html, useState } from '../../core/dom.js'
import { all, get } from '../../core/api.js'
import { date, dayOf, nameOf, time, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { step } from '../../core/steps.js'
import { Button, Dialog, Failure, Field, Input, PatientPicker, PersonName, problemText, Select, toast } from '../../core/ui.js'
import { isProblem, mayOverride } from './actions.js'
import { Register } from './register.js'
import { say } from './words.js'

/** @param {{start: string, doctor_id: string, doctor_name: string}} slot */
const slotText = (slot) => `${dayOf(slot.start) === today() ? '' : `${date(dayOf(slot.start), 'long')} `}${time(slot.start)} · ${slot.doctor_name}`

/**
 * Takes in a patient who has no appointment: the patient, the service, and now or a free time soon.
 * @param {{onClose: () => void, onDone: (id: string) => void}} props
 */
export function WalkIn({ onClose, onDone }) {
    const [patient, setPatient] = useState(/** @type {any} */ (null))
    const [isNew, setIsNew] = useState(false)
    const [service, setService] = useState('')
    const [doctor, setDoctor] = useState('')
    const [slot, setSlot] = useState(/** @type {any} */ (null))
    const [reason, setReason] = useState('')
    const [refusal, setRefusal] = useState(/** @type {any} */ (null))
    const lists = useLoad(async () => {
        const [services, doctors] = await Promise.all([all('/services'), all('/doctors')])
        return { services: services.filter((one) => one.active !== false && one.booked_by !== 'nobody'), doctors }
    }, [])
    const next = useLoad(async () => (service ? (await get('/slots/next', { service_id: service, doctor_id: doctor, patient_id: patient?.id })).items : []), [service, doctor, patient?.id])
    const change = (/** @type {() => void} */ edit) => {
        edit()
        setRefusal(null)
    }

    const book = async (/** @type {{at?: any, override?: boolean}} */ { at = slot, override = false } = {}) => {
        const name = `\u2068${nameOf(patient)}\u2069`
        const title = at ? say('booked', { name, time: time(at.start) }) : say('walkedIn', { name, doctor: lists.data?.doctors.find((one) => one.id === doctor)?.name || say('anyDoctorSlot') })
        try {
            const answer = await step({
                title, method: 'POST', path: '/appointments', body: {
                    patient_id: patient.id, service_id: service, ...(at ? { start: at.start, doctor_id: at.doctor_id } : { walk_in: true, ...(doctor ? { doctor_id: doctor } : {}) }),
                    ...(reason.trim() ? { reason: reason.trim() } : {}), ...(override ? { override: { reason: say('overrideReason') } } : {}),
                },
            })
            toast(answer.queued ? say('queued', { title }) : at ? title : say('walkedIn', { name, doctor: answer.doctor_name }))
            onDone(answer.id || '')
        } catch (error) {
            setRefusal(error)
            next.reload()
        }
    }

    const isReady = patient && service
    const alternatives = refusal?.body?.alternatives || []
    return html`<${Dialog} title=${say('walkInTitle')} onClose=${onClose} wide footer=${!isNew && html`<${Button} kind="primary" disabled=${!isReady} onClick=${() => book()}>${slot ? say('bookAt', { time: time(slot.start) }) : say('bookNow')}<//>`}>
        ${navigator.onLine === false && html`<p class="notice warn">${say('walkInOffline')}</p>`}
        ${lists.error && html`<${Failure} error=${lists.error} retry=${lists.reload} />`}
        <div class="board-form">
        ${patient ? html`<div class="field"><span class="label">${say('patient')}</span><div class="row"><strong><${PersonName} person=${patient} /></strong><span class="muted">${patient.birth_date && date(patient.birth_date)}</span><${Button} small kind="quiet" onClick=${() => change(() => setPatient(null))}>${say('change')}<//></div></div>`
        : isNew ? html`<${Register} onDone=${(/** @type {any} */ one) => (setPatient(one), setIsNew(false))} onBack=${() => setIsNew(false)} />`
        : html`<div class="row board-pick"><${Field} label=${say('patient')} class="grow"><${PatientPicker} autofocus onPick=${(/** @type {any} */ one) => change(() => setPatient(one))} /><//><${Button} icon="plus" onClick=${() => setIsNew(true)}>${say('register')}<//></div>`}
        ${!isNew && html`<div class="board-two"><${Field} label=${say('service')}><${Select} value=${service} onChange=${(/** @type {string} */ id) => change(() => (setService(id), setSlot(null)))} options=${[{ value: '', label: '…' }, ...(lists.data?.services || []).map((one) => ({ value: one.id, label: `${one.name} · ${say('minutes', { count: one.duration_minutes })}` }))]} /><//>
            <${Field} label=${say('doctor')}><${Select} value=${doctor} onChange=${(/** @type {string} */ id) => change(() => (setDoctor(id), setSlot(null)))} options=${[{ value: '', label: say('anyDoctorSlot') }, ...(lists.data?.doctors || []).map((one) => ({ value: one.id, label: one.name }))]} /><//></div>
            <${Field} label=${`${say('reasonWhy')} (${say('optional')})`}><${Input} value=${reason} maxLength="500" onInput=${setReason} /><//>
            <${When} service=${service} slot=${slot} onSlot=${(/** @type {any} */ one) => change(() => setSlot(one))} next=${next} />`}</div>
        ${refusal && html`<div class="notice bad stack" role="alert"><p>${isProblem(refusal, 'slot-taken') ? say('notFree') : problemText(refusal)}</p>
            ${alternatives.length > 0 && html`<div class="stack tight"><strong>${say('alternatives')}</strong><div class="row">${alternatives.slice(0, 6).map((/** @type {any} */ one) => html`<${Button} small key=${one.start + one.doctor_id} onClick=${() => book({ at: one })}>${slotText(one)}<//>`)}</div></div>`}
            ${!slot && isProblem(refusal, 'slot-taken') && mayOverride() && html`<div><${Button} kind="danger" onClick=${() => book({ override: true })}>${say('anyway')}<//></div>`}</div>`}<//>`
}

/** Now, or one of the next free times. @param {{service: string, slot: any, onSlot: (slot: any) => void, next: any}} props */
function When({ service, slot, onSlot, next }) {
    const slots = next.data || []
    const isChosen = (/** @type {any} */ one) => slot && one && slot.start === one.start && slot.doctor_id === one.doctor_id
    const options = [null, ...slots.slice(0, 8)]
    const key = (/** @type {any} */ event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[/** @type {string} */ (event.key)]
        if (!step) return
        event.preventDefault()
        const at = options.findIndex((one) => (one ? isChosen(one) : !slot))
        const to = (at + step + options.length) % options.length
        onSlot(options[to])
        event.currentTarget.children[to]?.focus()
    }
    return html`<div class="field"><span class="label" id="walkin-when">${say('when')}</span><div class="row" role="radiogroup" aria-labelledby="walkin-when" onKeyDown=${key}>
        ${options.map((one) => {
            const isOn = one ? isChosen(one) : !slot
            return html`<button type="button" key=${one ? one.start + one.doctor_id : 'now'} role="radio" aria-checked=${Boolean(isOn)} tabIndex=${isOn ? 0 : -1} class=${`board-choice small ${isOn ? 'chosen' : ''}`} onClick=${() => onSlot(one)}>${one ? slotText(one) : html`<strong>${say('nowSlot')}</strong> <span class="muted small">${say('nowHint')}</span>`}</button>`
        })}</div>
        ${service && !next.loading && !next.error && !slots.length && html`<span class="hint">${say('noneFree')}</span>`}</div>`
}
