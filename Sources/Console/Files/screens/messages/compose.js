// Writing an answer, with files that were just sent to the record or are on it already.
import { all, post } from '../../core/api.js'
import { html, useRef, useState } from '../../core/dom.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { Button, Dialog, Empty, Failure, IconButton, ProblemText, Skeleton, TextArea } from '../../core/ui.js'
import { useOnce } from '../patients/attempt.js'
import { accepted } from '../patients/upload.js'
import { refusal, useUploads } from '../patients/uploads.js'
import { drafts } from './state.js'
import { say } from './words.js'

/**
 * The files of a message that is being written.
 * @param {string} patientId
 */
export function useAttachments(patientId) {
    const [files, setFiles] = useState(/** @type {any[]} */ ([]))
    const uploads = useUploads(patientId, (file) => setFiles((before) => [...before, file]))
    return { files, setFiles, uploads, ids: files.map((file) => file.id), isBusy: uploads.list.some((one) => !one.error) }
}

/**
 * Buttons to attach files, and what is attached.
 * @param {{attachments: ReturnType<typeof useAttachments>, patientId: string}} props
 */
export function Attachments({ attachments, patientId }) {
    const picker = useRef(/** @type {any} */ (null))
    const [choosing, setChoosing] = useState(false)
    const { files, setFiles, uploads } = attachments
    return html`<div class="row messages-attach"><${Button} small kind="quiet" icon="plus" onClick=${() => picker.current.click()}>${say('attach')}<//><${Button} small kind="quiet" icon="file" onClick=${() => setChoosing(true)}>${say('fromRecord')}<//>
            <input ref=${picker} type="file" multiple hidden tabIndex=${-1} accept=${accepted} onChange=${(event) => (uploads.add([...event.target.files], { category: 'document' }), (event.target.value = ''))} />
            ${files.map((file) => html`<span class="messages-chip" key=${file.id}>${file.name}<${IconButton} name="close" label=${say('detach', { name: file.name })} onClick=${() => setFiles(files.filter((one) => one.id !== file.id))} /></span>`)}</div>
        ${uploads.list.map((one) => html`<div class="row small" key=${one.id}><span class="grow">${one.name}</span>${one.error ? html`<span role="alert" class="messages-bad">${refusal(one.error)}</span><${Button} small onClick=${() => uploads.again(one)}>${say('again')}<//>` : html`<progress max="1" value=${one.share} aria-label=${one.name}></progress>`}
            <${IconButton} name="close" label=${say('detach', { name: one.name })} onClick=${() => uploads.drop(one)} /></div>`)}
        ${choosing && html`<${Choose} patientId=${patientId} taken=${files} onClose=${() => setChoosing(false)} onPick=${(file) => (setFiles([...files, file]), setChoosing(false))} />`}`
}

/**
 * @param {{patientId: string, taken: any[], onClose: () => void, onPick: (file: any) => void}} props
 */
function Choose({ patientId, taken, onClose, onPick }) {
    const list = useLoad(() => all(`/patients/${patientId}/files`, { limit: 100 }, { limit: 200 }), [patientId])
    const rows = (list.data || []).filter((file) => !taken.some((one) => one.id === file.id))
    return html`<${Dialog} title=${say('fromRecord')} onClose=${onClose}>${list.error ? html`<${Failure} error=${list.error} retry=${list.reload} />` : !list.data ? html`<${Skeleton} rows=${3} />` : !rows.length ? html`<${Empty} title=${say('noFiles')} />`
        : html`<ul class="bare stack tight">${rows.map((file) => html`<li key=${file.id}><${Button} kind="quiet" icon="file" onClick=${() => onPick(file)}>${file.name}<//></li>`)}</ul>`}<//>`
}

/**
 * @param {{threadId: string, patientId: string, role: string, onSent: () => any}} props
 */
export function Compose({ threadId, patientId, onSent }) {
    const [text, setText] = useState(drafts.get(threadId) || '')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const attachments = useAttachments(patientId)
    const field = useRef(/** @type {any} */ (null))
    const button = useRef(/** @type {any} */ (null))
    const once = useOnce()
    const type = (/** @type {string} */ next) => {
        setText(next)
        drafts.set(threadId, next)
    }
    useCommands([{ id: 'thread-answer', title: say('answer'), keys: 'r', run: () => field.current?.querySelector('textarea')?.focus() }])
    const send = async () => {
        const body = { ...(text.trim() ? { text: text.trim() } : {}), ...(attachments.ids.length ? { files: attachments.ids } : {}) }
        setProblem(null)
        try {
            await once(body, (key) => post(`/messages/${threadId}/messages`, body, { key }))
            type('')
            attachments.setFiles([])
            await onSent()
        } catch (error) {
            setProblem(error)
        }
    }
    const isEmpty = !text.trim() && !attachments.ids.length
    return html`<form class="messages-compose" onSubmit=${(event) => event.preventDefault()}>
        <${ProblemText} problem=${problem} />
        <div ref=${field}><${TextArea} aria-label=${say('answer')} placeholder=${say('answerHint')} value=${text} onInput=${type} rows="3" maxlength="4000" onKeyDown=${(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && (event.preventDefault(), button.current?.querySelector('button')?.click())} /></div>
        <div class="messages-compose-foot"><div class="grow stack tight"><${Attachments} attachments=${attachments} patientId=${patientId} /></div>
            <div ref=${button}><${Button} kind="primary" icon="message" disabled=${isEmpty || attachments.isBusy} keys="Mod+Enter" onClick=${send}>${say('send')}<//></div></div></form>`
}
