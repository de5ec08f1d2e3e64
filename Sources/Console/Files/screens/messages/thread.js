// One thread with a patient: the messages as they come, the answer, and who answers.
import { get, post, put } from '../../core/api.js'
import { html, useEffect, useLayoutEffect, useRef, useState } from '../../core/dom.js'
import { age, date, dateTime, dayOf, nameOf, time } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLive } from '../../core/live.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { Badge, Button, Failure, IconButton, Menu, PersonName, Skeleton, toast } from '../../core/ui.js'
import { attempt } from '../patients/attempt.js'
import { staff, staffName } from '../patients/lookups.js'
import { openFile } from '../patients/open-file.js'
import { Thumb } from '../patients/files.js'
import { Compose } from './compose.js'
import { say } from './words.js'

/** The author can withdraw a message for so long. */
const withdrawable = 15 * 60_000

/**
 * @param {{id: string, row: any, onBack: () => void, onChanged: () => any}} props
 * row: the thread as the list has it, if it is there
 */
export function Thread({ id, row, onBack, onChanged }) {
    const { me, role } = useSession()
    const loaded = useLoad(() => get(`/messages/${id}`), [id])
    const live = useLive(`/messages/${id}/messages`, {}, { id: (message) => message.id, order: (a, b) => a.number - b.number })
    const people = useLoad(staff, [])
    // A thread that the list does not show, for example a closed one: the patient is read on its own.
    const card = useLoad(async () => (!row && loaded.data ? get(`/patients/${loaded.data.patient_id}`).catch(() => null) : null), [!row, loaded.data?.patient_id])
    const end = useRef(/** @type {any} */ (null))
    const read = useRef(0)
    const [, tick] = useState(0)
    const messages = [...live.rows].sort((a, b) => a.number - b.number)
    const last = messages[messages.length - 1]?.number || 0
    const thread = newer(row?.thread, loaded.data)
    // What is on the screen was read, once somebody looks at it.
    useEffect(() => {
        const mark = () => {
            if (!last || last <= read.current || document.visibilityState !== 'visible') return
            read.current = last
            post(`/messages/${id}/read`, { up_to: last }).then(onChanged, () => (read.current = 0))
        }
        mark()
        document.addEventListener('visibilitychange', mark)
        return () => document.removeEventListener('visibilitychange', mark)
    }, [last, id])
    useLayoutEffect(() => {
        end.current?.scrollIntoView({ block: 'nearest' })
    }, [last])
    useEffect(() => {
        const timer = setInterval(() => tick((before) => before + 1), 30_000)
        return () => clearInterval(timer)
    }, [])
    const change = (/** @type {() => Promise<any>} */ run, /** @type {any} */ word) => async () => {
        await attempt(async () => {
            await run()
            toast(say(word))
        })
        await Promise.all([loaded.reload(), onChanged()])
    }
    const assign = (/** @type {any} */ body) => change(() => put(`/messages/${id}/assignment`, body), 'assigned')
    const isClosed = thread?.status === 'closed'
    const toggle = change(() => post(`/messages/${id}/${isClosed ? 'reopen' : 'close'}`), isClosed ? 'reopened' : 'closedNow')
    useCommands([{ id: 'thread-close', title: isClosed ? say('reopen') : say('close'), keys: 'c', run: toggle, when: () => Boolean(thread) }])
    const author = (/** @type {any} */ message) => message.side === 'clinic' ? (message.author_id === me?.subject_id ? say('you') : staffName(people.data, message.author_id) || say('clinic')) : message.author_id === message.patient_id ? null : say('guardian')
    const withdraw = (/** @type {any} */ message) => attempt(async () => {
        await post(`/messages/${id}/messages/${message.id}/withdraw`)
        toast(say('withdrawn'))
    })
    const patient = row?.patient || card.data
    const assignee = !thread ? '' : thread.assigned_staff_id ? (thread.assigned_staff_id === me?.subject_id ? say('toMe') : staffName(people.data, thread.assigned_staff_id)) : thread.assigned_role ? say(/** @type {any} */ (`to_${thread.assigned_role}`)) : say('toAll')
    const error = live.error || (!thread && loaded.error)
    return html`<header class="messages-head"><${IconButton} class="messages-back" name="left" label=${say('back')} onClick=${onBack} />
            <div class="grow"><h2>${thread?.subject || '…'} ${isClosed && html`<${Badge}>${say('closed')}<//>`}</h2>
                ${patient && html`<button type="button" class="messages-person" onClick=${() => go('patients', { patientId: patient.id, name: nameOf(patient) })}><${PersonName} person=${patient} /> <span class="small muted number">${patient.birth_date ? `${date(patient.birth_date)} · ${age(patient.birth_date)}` : ''} ${patient.phone || ''}</span></button>`}</div>
            ${thread && html`<div class="row"><${Menu} small icon="person" label=${assignee} ariaLabel=${say('assignTo', { name: assignee })} items=${[
                { label: say('toMe'), run: assign({ assigned_staff_id: me?.subject_id }) }, { label: say('toAll'), run: assign({}) },
                ...['receptionist', 'doctor', 'admin'].map((one) => ({ label: say(/** @type {any} */ (`to_${one}`)), run: assign({ assigned_role: one }) })),
                ...(people.data || []).filter((one) => one.active && one.id !== me?.subject_id).map((one) => ({ label: one.name, run: assign({ assigned_staff_id: one.id }) })),
            ]} /><${Button} small icon=${isClosed ? 'undo' : 'check'} keys="c" onClick=${toggle}>${isClosed ? say('reopen') : say('close')}<//></div>`}</header>
        <div class="messages-stream" tabIndex="0" role="log" aria-label=${say('thread')}>
            ${error ? html`<${Failure} error=${error} retry=${live.reload} />` : !messages.length ? html`<${Skeleton} rows=${4} />` : messages.map((message, at) => {
                const day = dayOf(message.sent_at)
                const isNewDay = at === 0 || dayOf(messages[at - 1].sent_at) !== day
                const isOwn = message.side === 'clinic' && message.author_id === me?.subject_id && !message.withdrawn_at && Date.now() - Date.parse(message.sent_at) < withdrawable
                return html`${isNewDay && html`<p class="messages-day" key=${day}>${date(day, 'full')}</p>`}
                    <article key=${message.id} class=${`messages-bubble messages-${message.side} ${message.withdrawn_at ? 'messages-gone' : ''}`}>
                        <p class="messages-text">${message.withdrawn_at ? say('wasWithdrawn') : message.text}</p>
                        ${message.files?.length > 0 && html`<div class="row">${message.files.map((file) => html`<${Attached} key=${file} id=${file} role=${role} />`)}</div>`}
                        <footer class="small">${author(message) && html`<bdi>${author(message)}</bdi>, `}<time class="number" dateTime=${message.sent_at} title=${dateTime(message.sent_at)}>${time(message.sent_at)}</time>${isOwn && html` <button type="button" class="messages-withdraw" onClick=${() => withdraw(message)}>${say('withdraw')}</button>`}</footer></article>`
            })}<span ref=${end}></span></div>
        ${!live.live && live.cutSince && html`<p class="messages-cut small" role="status">${say('cut', { at: time(live.cutSince) })}</p>`}
        ${thread && html`<${Compose} threadId=${id} patientId=${thread.patient_id} role=${role} onSent=${onChanged} />`}`
}

/**
 * The later of two versions of a thread.
 * @param {any} a
 * @param {any} b
 */
function newer(a, b) {
    return !a || (b && b.version > a.version) ? b : a
}

/**
 * A file of a message: its small image, or its type; a click opens it.
 * @param {{id: string, role: string}} props
 */
function Attached({ id, role }) {
    const file = useLoad(() => get(`/files/${id}`), [id])
    const name = file.data?.name || say('file')
    return html`<button type="button" class="messages-file" title=${name} aria-label=${say('openFile', { name })} onClick=${() => attempt(() => openFile(id))} data-role=${role}>${file.data ? html`<${Thumb} file=${file.data} />` : html`<span class="muted small">${file.error ? say('file') : '…'}</span>`}<span class="messages-file-name small">${name}</span></button>`
}
