import { all, post, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { useLoad } from '../../core/load.js'
import { Button, Dialog, Field, Input, ProblemText, Select, TextArea, toast } from '../../core/ui.js'
import { useOnce } from '../patients/attempt.js'
import { say } from './words.js'

/**
 * A clinical note: a draft until it is signed. A signed note never changes.
 * @param {{patient: any, appointment: any, draft?: any, onClose: () => void}} props
 */
export function NewNote({ patient, appointment, draft, onClose }) {
    const [kept, setKept] = useState(draft || null)
    const once = useOnce()
    const [title, setTitle] = useState(draft?.title || appointment.service_name)
    const [text, setText] = useState(draft?.text || '')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const templates = useLoad(() => all('/note-templates', {}, { limit: 100 }), [])
    const save = async () => {
        setProblem(null)
        const body = { title, text }
        const saved = await once({ ...body, version: kept?.version }, (key) => (kept ? put(`/notes/${kept.id}`, body, { key, ifMatch: `"${kept.version}"` })
            : post(`/patients/${patient.id}/notes`, { ...body, appointment_id: appointment.id }, { key })))
        setKept(saved)
        return saved.id
    }
    const guarded = (run) => async () => {
        try {
            await run()
        } catch (error) {
            setProblem(error)
        }
    }
    return html`<${Dialog} wide title=${say('newNote')} onClose=${onClose} footer=${html`<${Button} onClick=${guarded(async () => (await save(), toast(say('noteSaved'))))}>${say('saveDraft')}<//>
        <${Button} kind="primary" onClick=${guarded(async () => (await post(`/notes/${await save()}/sign`), toast(say('noteSigned')), onClose()))}>${say('sign')}<//>`}>
        ${(templates.data?.length || 0) > 0 && html`<${Field} label=${say('template')}><${Select} options=${[{ value: '', label: say('noTemplate') }, ...(templates.data || []).map((one) => ({ value: one.id, label: one.name }))]} onChange=${(value) => {
            const found = templates.data?.find((one) => one.id === value)
            if (found) {
                setTitle(found.name)
                setText(found.text)
            }
        }} /><//>`}
        <${Field} label=${say('noteTitle')}><${Input} value=${title} onInput=${setTitle} maxLength="200" /><//>
        <${Field} label=${say('noteText')}><${TextArea} rows="10" value=${text} onInput=${setText} autofocus /><//><${ProblemText} problem=${problem} /><//>`
}
