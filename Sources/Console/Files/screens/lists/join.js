import { html, useState } from '../../core/dom.js'
import { addDays, date, today } from '../../core/format.js'
import { Button, DateInput, Dialog, Field, PatientPicker, PersonName, ProblemText, Select, TimeInput } from '../../core/ui.js'
import { nameIn, take, useNames } from './parts.js'
import { weekdayName } from './waitlist.js'
import { say } from './words.js'

/**
 * Adds a patient to the waitlist.
 * @param {{onClose: () => void, onDone: () => void}} props
 */
export function Join({ onClose, onDone }) {
    const { services, doctors } = useNames()
    const [patient, setPatient] = useState(/** @type {any} */ (null))
    const [wish, setWish] = useState({ service_id: '', doctor_id: '', first_day: today(), last_day: addDays(today(), 30), earliest: '', latest: '' })
    const [weekdays, setWeekdays] = useState(/** @type {number[]} */ ([]))
    const [tried, setTried] = useState(false)
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const set = (/** @type {string} */ name) => (/** @type {string} */ value) => setWish({ ...wish, [name]: value })
    const send = async () => {
        setTried(true)
        if (!patient || !wish.service_id || !wish.first_day || !wish.last_day || wish.last_day < wish.first_day) return
        const body = { patient_id: patient.id, ...Object.fromEntries(Object.entries(wish).filter(([, value]) => value)), ...(weekdays.length ? { weekdays: [...weekdays].sort() } : {}) }
        try {
            await take({ title: say('joined', { name: nameIn(patient) }), method: 'POST', path: '/waitlist', body })
            onDone()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} title=${say('joinTitle')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" onClick=${send}>${say('join')}<//>`}>
        ${patient ? html`<div class="row"><strong><${PersonName} person=${patient} /></strong><span class="muted">${patient.birth_date && date(patient.birth_date)} ${patient.phone || ''}</span><${Button} small kind="quiet" onClick=${() => setPatient(null)}>${say('change')}<//></div>`
        : html`<${Field} label=${say('patient')} error=${tried ? say('missing') : ''}><${PatientPicker} autofocus onPick=${setPatient} /><//>`}
        <div class="lists-two"><${Field} label=${say('service')} error=${tried && !wish.service_id ? say('missing') : ''}><${Select} value=${wish.service_id} onChange=${set('service_id')} options=${[{ value: '', label: '…' }, ...services.filter((one) => one.active !== false).map((one) => ({ value: one.id, label: one.name }))]} /><//>
            <${Field} label=${say('doctor')}><${Select} value=${wish.doctor_id} onChange=${set('doctor_id')} options=${[{ value: '', label: say('anyDoctor') }, ...doctors.map((one) => ({ value: one.id, label: one.name }))]} /><//>
            <${Field} label=${say('firstDay')}><${DateInput} min=${today()} value=${wish.first_day} onChange=${set('first_day')} /><//>
            <${Field} label=${say('lastDay')} error=${wish.last_day < wish.first_day ? say('dayOrder') : ''}><${DateInput} min=${wish.first_day} value=${wish.last_day} onChange=${set('last_day')} /><//>
            <${Field} label=${`${say('earliest')} (${say('optional')})`}><${TimeInput} value=${wish.earliest} onChange=${set('earliest')} /><//>
            <${Field} label=${`${say('latest')} (${say('optional')})`}><${TimeInput} value=${wish.latest} onChange=${set('latest')} /><//></div>
        <fieldset class="lists-weekdays"><legend>${say('weekdays')}</legend><div class="row">${[1, 2, 3, 4, 5, 6, 7].map((day) => html`<${Button} small key=${day} aria-pressed=${weekdays.includes(day)} onClick=${() => setWeekdays(weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day])}>${weekdayName(day)}<//>`)}</div>
            ${!weekdays.length && html`<span class="muted small">${say('everyDay')}</span>`}</fieldset>
        <${ProblemText} problem=${problem} /><//>`
}
