// Messages between the patient and the clinic: the threads, and one of them.
import { html, useEffect, useState } from '../../core/dom.js'
import { relative } from '../../core/format.js'
import { useHandedOver } from '../../core/router.js'
import { Badge, Button, Dialog, Empty, Field, Input, Select } from '../../core/ui.js'
import { post } from '../../core/api.js'
import { explain } from '../../pages/problems.js'
import { useOnce } from '../patients/attempt.js'
import { Composer, useDraft } from './composer.js'
import { Paged } from './pages.js'
import { Thread } from './thread.js'
import { useUnread } from './unread.js'
import { CallClinic, once, Own, useWho } from './who.js'
import { say } from './words-more.js'

export default function Screen() {
    const who = useWho()
    return html`<${Messages} key=${who.id} />`
}

function Messages() {
    const who = useWho()
    const handed = useHandedOver()
    const unread = useUnread()
    const [openID, setOpenID] = useState(() => once(handed)?.threadID || '')
    const [isWriting, setWriting] = useState(false)
    const [turn, setTurn] = useState(0)
    useEffect(() => {
        const wanted = once(handed)
        if (wanted?.threadID) setOpenID(wanted.threadID)
    }, [handed])
    const write = who.canAct && html`<${Button} kind="primary" icon="edit" onClick=${() => setWriting(true)}>${say('newThread')}<//>`
    return html`<${Own} title=${say('messages')} actions=${write}>
        <div class=${`own-chat ${openID ? 'open' : ''}`}>
            <div class="own-threads stack"><${Paged} turn=${`${turn} ${unread.messages}`} path="/patient/messages" query=${who.query} list="own-todo card" empty=${html`<${Empty} icon="message" title=${say('noThreads')} text=${say('noThreadsText')} />`}
                row=${(/** @type {any} */ one) => html`<button type="button" aria-current=${one.thread.id === openID ? 'true' : undefined} onClick=${() => setOpenID(one.thread.id)}><span><strong dir="auto">${one.thread.subject}</strong>
                    <small class="muted">${one.thread.last_side === 'clinic' ? say('theClinic') : say('you')} · ${relative(one.thread.last_message_at)}${one.thread.status === 'closed' ? ` · ${say('closed')}` : ''}</small></span>${one.unread > 0 && html`<${Badge} tone="accent">${say('unread', { count: one.unread })}<//>`}</button>`} />
                <p class="muted small">${say('notUrgent')}</p><div><${CallClinic} small /></div></div>
            ${openID && html`<${Thread} key=${openID} id=${openID} onClose=${() => setOpenID('')} onChanged=${() => setTurn(turn + 1)} />`}</div>
        ${isWriting && html`<${NewThread} onClose=${() => setWriting(false)} onSent=${(/** @type {string} */ id) => (setWriting(false), setTurn(turn + 1), setOpenID(id))} />`}<//>`
}

/** @param {{onClose: () => any, onSent: (id: string) => any}} props */
function NewThread({ onClose, onSent }) {
    const who = useWho()
    const [subject, setSubject] = useState('')
    const [role, setRole] = useState('')
    const [error, setError] = useState('')
    const draft = useDraft(`new ${who.id}`)
    const sendOnce = useOnce()
    const send = async () => {
        if (!subject.trim()) return setError(say('needSubject'))
        if (!draft.text.trim() && !draft.files.length) return setError(say('needText'))
        try {
            const body = { subject: subject.trim(), text: draft.text.trim(), ...(draft.files.length ? { files: draft.files.map((/** @type {any} */ one) => one.id) } : {}), ...(role ? { assigned_role: role } : {}) }
            const thread = await sendOnce(body, (key) => post('/patient/messages', body, { key, query: who.query }))
            draft.clear()
            onSent(thread.id)
        } catch (problem) {
            setError(explain(problem))
        }
    }
    return html`<${Dialog} title=${say('newThread')} onClose=${onClose}><p class="muted small">${say('notUrgent')}</p>
        <${Field} label=${say('subject')}><${Input} maxLength="200" dir="auto" value=${subject} onInput=${setSubject} /><//>
        <${Field} label=${say('to')}><${Select} value=${role} onChange=${setRole} options=${[{ value: '', label: say('toAll') }, { value: 'doctor', label: say('toDoctor') }, { value: 'receptionist', label: say('toDesk') }]} /><//>
        <${Composer} draft=${draft} query=${who.query} onSend=${send} error=${error} /><//>`
}
