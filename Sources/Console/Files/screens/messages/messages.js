// The inbox: threads with patients on the left, the open thread on the right.
import { get } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { dateTime, dayOf, time, date, today } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { useHandedOver } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { useSignal } from '../../core/signal.js'
import { Badge, Button, Empty, Failure, Icon, PersonName, Segmented, Skeleton, useStyle } from '../../core/ui.js'
import { isNewlyHanded } from '../patients/state.js'
import { NewThread } from './new-thread.js'
import { openThread } from './state.js'
import { Thread } from './thread.js'
import { askUnread, useUnread } from './unread.js'
import { say } from './words.js'

const interval = 20_000

export default function Screen() {
    useStyle('/console/screens/patients/patients.css')
    useStyle('/console/screens/messages/messages.css')
    const { role, me } = useSession()
    const handed = useHandedOver()
    const unread = useUnread()
    const open = useSignal(openThread)
    const [status, setStatus] = useState('open')
    const [mine, setMine] = useState(false)
    const [patient, setPatient] = useState(/** @type {any} */ (null))
    const [writing, setWriting] = useState(/** @type {any} */ (null))
    const [pages, setPages] = useState(1)
    const list = useRef(/** @type {any} */ (null))
    const order = useRef({ query: '', ids: /** @type {string[]} */ ([]), times: new Map() })
    const [held, setHeld] = useState(false)
    const wants = useRef(false)
    const query = { status: status === 'all' ? undefined : status, patient_id: patient?.id }
    const threads = useLoad(async () => {
        const items = []
        let cursor
        for (let at = 0; at < pages; at++) {
            const page = await get('/messages', { ...query, limit: 50, cursor })
            items.push(...page.items)
            cursor = page.next_cursor
            if (!cursor) break
        }
        return { items, more: Boolean(cursor), of: patient?.id }
    }, [status, patient?.id, pages])
    useEffect(() => {
        if (!isNewlyHanded(handed)) return
        if (handed.threadId) openThread.set(handed.threadId)
        if (handed.patientId) {
            setPatient({ id: handed.patientId, ...(handed.patient || {}) })
            setStatus('all')
            openThread.set(null)
            wants.current = true
        }
    }, [handed])
    // Whoever comes to write to a patient without threads begins at once.
    useEffect(() => {
        if (!wants.current || threads.loading || !threads.data || threads.data.of !== patient?.id) return
        wants.current = false
        if (!threads.data.items.length) setWriting(patient)
        else if (threads.data.items.length === 1) openThread.set(threads.data.items[0].thread.id)
    }, [threads.data, threads.loading])
    // The list is asked for again while the page is in sight, and at once when the number of unread messages changes.
    useEffect(() => {
        const timer = setInterval(() => document.visibilityState === 'visible' && threads.reload(), interval)
        return () => clearInterval(timer)
    }, [threads.reload])
    useEffect(() => {
        if (unread) threads.reload()
    }, [unread?.messages])
    const changed = () => Promise.all([threads.reload(), askUnread()])
    const all = (threads.data?.items || []).filter((row) => !mine || row.thread.assigned_staff_id === me?.subject_id || row.thread.assigned_role === role)
    // While the hand is on the list its order stays, and what is new waits.
    const isSame = order.current.query === JSON.stringify(query) + mine + pages
    if (!held || !isSame || !order.current.ids.length) order.current = { query: JSON.stringify(query) + mine + pages, ids: all.map((row) => row.thread.id), times: new Map(all.map((row) => [row.thread.id, row.thread.last_message_at])) }
    const rows = order.current.ids.flatMap((id) => all.find((row) => row.thread.id === id) || [])
    const waiting = all.filter((row) => order.current.times.get(row.thread.id) !== row.thread.last_message_at).length
    const shown = threads.data?.items.find((row) => row.thread.id === open)
    const move = (/** @type {number} */ by) => {
        const at = rows.findIndex((row) => row.thread.id === open)
        const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))]
        if (next) openThread.set(next.thread.id)
    }
    useCommands([
        { id: 'messages-next', title: say('next'), keys: 'j', run: () => move(1) }, { id: 'messages-before', title: say('before'), keys: 'k', run: () => move(-1) },
        { id: 'messages-new', title: say('newThread'), keys: 'n', run: () => setWriting(patient || {}) },
    ])
    const key = (/** @type {KeyboardEvent} */ event) => {
        const to = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (!to) return
        event.preventDefault()
        const buttons = [...list.current.querySelectorAll('button.messages-row')]
        buttons[Math.max(0, Math.min(buttons.length - 1, buttons.indexOf(document.activeElement) + to))]?.focus()
    }
    const when = (/** @type {string} */ at) => (dayOf(at) === today() ? time(at) : date(dayOf(at)))
    return html`<div class=${`messages ${open ? 'messages-has-thread' : ''}`}>
        <h1 class="sr-only">${say('title')}</h1>
        <section class="messages-side" aria-label=${say('threads')}>
            <div class="row spread"><h2 class="messages-title">${say('title')} ${unread?.messages ? html`<${Badge} tone="accent">${unread.messages}<//>` : ''}</h2><${Button} kind="primary" icon="edit" keys="n" onClick=${() => setWriting(patient || {})}>${say('write')}<//></div>
            <div class="row"><${Segmented} label=${say('which')} value=${status} onChange=${(value) => (setStatus(value), setPages(1))} options=${['open', 'closed', 'all'].map((value) => ({ value, label: say(/** @type {any} */ (value)) }))} />
                <button type="button" class="button small" aria-pressed=${mine} onClick=${() => setMine(!mine)}>${say('mine')}</button></div>
            ${patient && html`<div class="row messages-filter"><span>${say('onlyOf')} <${PersonName} person=${patient.name || patient.given_name ? patient : rows[0]?.patient} /></span><${Button} small kind="quiet" icon="close" onClick=${() => setPatient(null)}>${say('allPatients')}<//></div>`}
            ${threads.error && !threads.data ? html`<${Failure} error=${threads.error} retry=${threads.reload} />` : !threads.data ? html`<${Skeleton} rows=${6} />` : !rows.length ? html`<${Empty} icon="message" title=${say('noThreads')} />`
                : html`${held && waiting > 0 && html`<${Button} small onClick=${() => setHeld(false)}>${say('waiting', { count: waiting })}<//>`}<ul class="bare messages-list" ref=${list} onKeyDown=${key} onPointerEnter=${(event) => event.pointerType === 'mouse' && setHeld(true)} onPointerLeave=${() => setHeld(false)}
                    onFocusIn=${() => setHeld(true)} onFocusOut=${() => setHeld(false)}>${rows.map(({ thread, patient: one, unread: count }) => html`<li key=${thread.id}><button type="button" class=${`messages-row ${count ? 'messages-unread' : ''}`} aria-current=${thread.id === open ? 'true' : undefined} onClick=${() => openThread.set(thread.id)}>
                    <span class="messages-line"><strong><${PersonName} person=${one} /></strong><time class="small muted number" dateTime=${thread.last_message_at} title=${dateTime(thread.last_message_at)}>${when(thread.last_message_at)}</time></span>
                    <span class="messages-line"><span class="messages-subject">${thread.last_side === 'clinic' && html`<${Icon} name="undo" label=${say('answered')} /> `}${thread.subject}</span>${count > 0 && html`<${Badge} tone="accent">${count}<span class="sr-only"> ${say('unread')}</span><//>`}</span>
                    ${(thread.assigned_role || thread.assigned_staff_id || thread.status === 'closed') && html`<span class="small muted">${[thread.status === 'closed' && say('closed'), thread.assigned_role && say(/** @type {any} */ (`to_${thread.assigned_role}`)), thread.assigned_staff_id && (thread.assigned_staff_id === me?.subject_id ? say('toMe') : say('toPerson'))].filter(Boolean).join(' · ')}</span>`}</button></li>`)}</ul>`}
            ${threads.data?.more && html`<div><${Button} small onClick=${() => setPages(pages + 1)}>${say('more')}<//></div>`}
        </section>
        <section class="messages-place" aria-label=${say('thread')}>
            ${open ? html`<${Thread} key=${open} id=${open} row=${shown} onBack=${() => openThread.set(null)} onChanged=${changed} />` : html`<${Empty} icon="message" title=${say('noneOpen')} text=${say('noneOpenText')} />`}</section>
        ${writing && html`<${NewThread} patient=${writing.id ? writing : null} onClose=${() => setWriting(null)} onSent=${(thread) => (setWriting(null), setStatus('open'), openThread.set(thread.id), changed())} />`}
    </div>`
}
