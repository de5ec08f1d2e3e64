// Writing to a patient in a new thread.
import { post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { age, date } from '../../core/format.js'
import { Button, Dialog, Field, Input, PatientPicker, PersonName, ProblemText, Select, TextArea, toast } from '../../core/ui.js'
import { useOnce } from '../patients/attempt.js'
import { Attachments, useAttachments } from './compose.js'
import { say } from './words.js'

/**
 * @param {{patient: any, onClose: () => void, onSent: (thread: any) => any}} props
 */
export function NewThread({ patient: given, onClose, onSent }) {
    const [patient, setPatient] = useState(given)
    const [subject, setSubject] = useState('')
    const [text, setText] = useState('')
    const [role, setRole] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const attachments = useAttachments(patient?.id || '')
    const once = useOnce()
    const send = async () => {
        const body = { patient_id: patient.id, subject: subject.trim(), ...(text.trim() ? { text: text.trim() } : {}), ...(attachments.ids.length ? { files: attachments.ids } : {}), ...(role ? { assigned_role: role } : {}) }
        setProblem(null)
        try {
            const thread = await once(body, (key) => post('/messages', body, { key }))
            toast(say('sent'))
            await onSent(thread)
        } catch (error) {
            setProblem(error)
        }
    }
    const isReady = patient && subject.trim() && (text.trim() || attachments.ids.length) && !attachments.isBusy
    return html`<${Dialog} title=${say('newThread')} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" icon="message" disabled=${!isReady} onClick=${send}>${say('send')}<//>`}>
        ${patient ? html`<div class="row spread"><span><strong><${PersonName} person=${patient} /></strong> <span class="muted small number">${patient.birth_date ? `${date(patient.birth_date)} · ${age(patient.birth_date)}` : ''}</span></span><${Button} small kind="quiet" onClick=${() => (setPatient(null), attachments.setFiles([]))}>${say('another')}<//></div>`
            : html`<${Field} label=${say('patient')}><${PatientPicker} autofocus label=${say('patient')} onPick=${setPatient} /><//>`}
        <${Field} label=${say('subject')}><${Input} value=${subject} onInput=${setSubject} maxlength="200" /><//>
        <${Field} label=${say('text')}><${TextArea} value=${text} onInput=${setText} rows="5" maxlength="4000" /><//>
        ${patient && html`<div class="stack tight"><${Attachments} attachments=${attachments} patientId=${patient.id} /></div>`}
        <${Field} label=${say('whoAnswers')}><${Select} value=${role} onChange=${setRole} options=${[{ value: '', label: say('toAll') }, ...['receptionist', 'doctor', 'admin'].map((value) => ({ value, label: say(/** @type {any} */ (`to_${value}`)) }))]} /><//>
        <${ProblemText} problem=${problem} /><//>`
}
