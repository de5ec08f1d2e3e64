// The medical history form and the consents of a patient.
import { all, get, post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, nameOf, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Card, DateInput, Dialog, Failure, Field, Input, ProblemText, Segmented, Select, Skeleton, TextArea, toast } from '../../core/ui.js'
import { useOnce } from './attempt.js'
import { Consents } from './consents.js'
import { Answers } from './records.js'
import { say } from './words.js'

/** @param {{patient: any, role: string, onChanged: () => any}} props */
export function Tab({ patient, role, onChanged }) {
    return html`<div class="patients-columns"><${Forms} patient=${patient} role=${role} onChanged=${onChanged} /><${Consents} patient=${patient} /></div>`
}

/** @param {{patient: any, role: string, onChanged: () => any}} props */
function Forms({ patient, role, onChanged }) {
    const { id } = patient
    const reads = role === 'doctor' || role === 'admin'
    const status = useLoad(() => get(`/patients/${id}/history-form-status`), [id])
    const forms = useLoad(async () => (reads ? all(`/patients/${id}/history-forms`, { limit: 50 }, { limit: 200 }) : null), [id, reads])
    const [filling, setFilling] = useState(false)
    const [paper, setPaper] = useState(false)
    const [shown, setShown] = useState(/** @type {any} */ (null))
    const done = async () => {
        setFilling(false)
        setPaper(false)
        await Promise.all([status.reload(), forms.reload(), onChanged()])
    }
    return html`<${Card} title=${say('form')} actions=${html`<${Button} small onClick=${() => setPaper(true)}>${say('onPaper')}<//><${Button} small kind="primary" icon="edit" onClick=${() => setFilling(true)}>${say('fillNow')}<//>`}>
        ${status.error ? html`<${Failure} error=${status.error} retry=${status.reload} />` : !status.data ? html`<${Skeleton} rows=${1} />`
            : html`<p class=${`notice ${status.data.form_due ? 'warn' : 'good'}`}>${status.data.form_due ? (status.data.valid_until ? say('formEnded', { day: date(status.data.valid_until) }) : say('formNever')) : say('formUntil', { day: date(status.data.valid_until) })}</p>`}
        ${reads ? (forms.error ? html`<${Failure} error=${forms.error} retry=${forms.reload} />` : forms.data ? html`<ul class="bare patients-people">${forms.data.map((one) => html`<li key=${one.id}>
            <button type="button" class="patients-link" onClick=${() => setShown(one)} disabled=${!one.content && !one.file_id}>${date(one.filled_on)}</button><${Badge}>${say(/** @type {any} */ (`source_${one.source}`))}<//><span class="small muted">${one.content?.signed_name || ''}</span></li>`)}</ul>` : html`<${Skeleton} rows=${2} />`)
            : html`<p class="small muted">${say('answersHidden')}</p>`}
        ${filling && html`<${Fill} patient=${patient} onClose=${() => setFilling(false)} onDone=${done} />`}
        ${paper && html`<${Paper} patient=${patient} onClose=${() => setPaper(false)} onDone=${done} />`}
        ${shown && html`<${Dialog} title=${`${say('form')}, ${date(shown.filled_on)}`} wide onClose=${() => setShown(null)}>
            ${shown.content ? html`<${Answers} entries=${shown.content.entries} /><p class="small muted">${say('signedBy', { name: shown.content.signed_name })}, ${dateTime(shown.filled_at)}</p>` : html`<p>${say('onPaper')}</p>`}<//>`}<//>`
}

/**
 * The form, filled in at the desk together with the patient, who signs with the typed name.
 * @param {{patient: any, onClose: () => void, onDone: () => any}} props
 */
function Fill({ patient, onClose, onDone }) {
    const template = useLoad(() => get('/history-forms/template'), [])
    const [answers, setAnswers] = useState(/** @type {Record<string, any>} */ ({}))
    const [name, setName] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const [tried, setTried] = useState(false)
    const once = useOnce()
    const questions = template.data?.template.questions || []
    const missing = questions.filter((one) => one.required && answers[one.key] === undefined)
    const set = (/** @type {string} */ key) => (/** @type {any} */ value) => setAnswers({ ...answers, [key]: value === '' ? undefined : value })
    const send = async () => {
        setTried(true)
        setProblem(null)
        if (missing.length || !name.trim()) return
        const given = questions.filter((one) => answers[one.key] !== undefined).map((one) => ({ key: one.key, answer: { [one.kind]: one.kind === 'number' ? Number(answers[one.key]) : answers[one.key] } }))
        try {
            const body = { template: template.data.template.number, answers: given, signed_name: name.trim() }
            await once(body, (key) => post(`/patients/${patient.id}/history-forms`, body, { key }))
            toast(say('formSaved'))
            await onDone()
        } catch (error) {
            setProblem(error)
            if (error instanceof Problem && error.type === 'history-template-changed') template.reload()
        }
    }
    return html`<${Dialog} title=${say('form')} wide onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" onClick=${send}>${say('signForm')}<//>`}>
        <p class="muted">${say('fillText', { name: nameOf(patient) })}</p>
        ${template.error ? html`<${Failure} error=${template.error} retry=${template.reload} />` : !template.data ? html`<${Skeleton} rows=${8} />` : html`<div class="patients-questions">
            ${questions.map((one, at) => html`<${Question} key=${one.key} number=${at + 1} question=${one} value=${answers[one.key]} onChange=${set(one.key)} isMissing=${tried && one.required && answers[one.key] === undefined} />`)}</div>
            <${Field} label=${say('typedName')} hint=${say('typedNameHint')} error=${tried && !name.trim() ? say('needed') : ''}><${Input} value=${name} onInput=${setName} maxlength="200" autocomplete="off" /><//>`}
        ${tried && missing.length > 0 && html`<p class="notice bad" role="alert">${say('answersMissing', { count: missing.length })}</p>`}
        <${ProblemText} problem=${problem} /><//>`
}

/** @param {{question: any, number: number, value: any, onChange: (value: any) => void, isMissing: boolean}} props */
function Question({ question, number, value, onChange, isMissing }) {
    const label = `${number}. ${question.text}`
    if (question.kind === 'yes_no') return html`<div class=${`patients-question ${isMissing ? 'patients-missing' : ''}`}><span>${label}${question.required ? '' : html` <span class="muted small">${say('optional')}</span>`}</span>
        <${Segmented} label=${question.text} value=${value} onChange=${onChange} options=${[{ value: false, label: say('no') }, { value: true, label: say('yes') }]} /></div>`
    const hint = question.required ? '' : say('optional')
    if (question.kind === 'choice') return html`<${Field} label=${label} hint=${hint}><${Select} value=${value ?? ''} onChange=${onChange} options=${[{ value: '', label: '–' }, ...question.choices.map((one) => ({ value: one, label: one }))]} /><//>`
    if (question.kind === 'date') return html`<${Field} label=${label} hint=${hint}><${DateInput} value=${value ?? ''} onChange=${onChange} /><//>`
    if (question.kind === 'number') return html`<${Field} label=${label} hint=${hint}><${Input} type="number" step="any" value=${value ?? ''} onInput=${onChange} /><//>`
    return html`<${Field} label=${label} hint=${hint}><${TextArea} rows="2" value=${value ?? ''} onInput=${onChange} maxlength="2000" /><//>`
}

/**
 * A form on paper: its day, and the scanned sheet among the patient's documents.
 * @param {{patient: any, onClose: () => void, onDone: () => any}} props
 */
function Paper({ patient, onClose, onDone }) {
    const [day, setDay] = useState(today())
    const [file, setFile] = useState('')
    const files = useLoad(() => all(`/patients/${patient.id}/files`, { category: 'document' }, { limit: 200 }), [patient.id])
    const send = async () => {
        await post(`/patients/${patient.id}/history-forms/paper`, { filled_on: day, ...(file ? { file_id: file } : {}) })
        toast(say('formSaved'))
        await onDone()
    }
    return html`<${Dialog} title=${say('onPaper')} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" disabled=${!day} onClick=${send}>${say('save')}<//>`}>
        <p>${say('paperText')}</p><${Field} label=${say('filledOnDay')}><${DateInput} value=${day} onChange=${setDay} max=${today()} /><//>
        <${Field} label=${say('scan')} hint=${say('scanHint')}><${Select} value=${file} onChange=${setFile} options=${[{ value: '', label: say('none') }, ...(files.data || []).map((one) => ({ value: one.id, label: one.name }))]} /><//><//>`
}
