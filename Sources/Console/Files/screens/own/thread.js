// One thread: bubbles by side, live, and the answer.
import { get, post } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { date, dayOf, time, today } from '../../core/format.js'
import { useLive } from '../../core/live.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Icon, Skeleton, toast } from '../../core/ui.js'
import { explain } from '../../pages/problems.js'
import { Sure } from '../../pages/sure.js'
import { Failed } from './act.js'
import { useOnce } from '../patients/attempt.js'
import { Composer, useDraft } from './composer.js'
import { FileDialog, fileOf, openFile, Thumbnail } from './file-view.js'
import { useWho } from './who.js'
import { say } from './words-more.js'

/** Minutes in which a message can be taken back. */
const withdrawMinutes = 15

/** @param {{id: string, onClose: () => any, onChanged: () => any}} props */
export function Thread({ id, onClose, onChanged }) {
    const who = useWho()
    const { data: thread, reload } = useLoad(() => get(`/patient/messages/${id}`), [id])
    const live = useLive(`/patient/messages/${id}/messages`, {}, { id: (row) => row.id, order: (a, b) => a.number - b.number })
    const [withdrawing, setWithdrawing] = useState(/** @type {any} */ (null))
    const [shown, setShown] = useState(/** @type {any} */ (null))
    const [error, setError] = useState('')
    const list = useRef(/** @type {any} */ (null))
    const draft = useDraft(id)
    const once = useOnce()
    const last = live.rows[live.rows.length - 1]
    useEffect(() => {
        const box = list.current
        const stick = () => (box.scrollTop = box.scrollHeight)
        requestAnimationFrame(stick)
        // Pictures get their size later. An event of loading does not bubble.
        box?.addEventListener('load', stick, true)
        if (last?.side === 'clinic' && document.visibilityState === 'visible') post(`/patient/messages/${id}/read`, { up_to: last.number }).catch(() => {})
        return () => box?.removeEventListener('load', stick, true)
    }, [last?.number])
    const send = async () => {
        setError('')
        if (!draft.text.trim() && !draft.files.length) return setError(say('needText'))
        try {
            const body = { text: draft.text.trim(), ...(draft.files.length ? { files: draft.files.map((/** @type {any} */ one) => one.id) } : {}) }
            await once(body, (key) => post(`/patient/messages/${id}/messages`, body, { key }))
            draft.clear()
            if (thread?.thread?.status === 'closed' || thread?.status === 'closed') reload()
            onChanged()
        } catch (problem) {
            setError(explain(problem))
        }
    }
    const head = thread?.thread || thread
    return html`<section class="own-thread" aria-label=${head?.subject || say('messages')}>
        <header class="row spread"><${Button} class="own-back" kind="quiet" icon="left" onClick=${onClose}>${say('back')}<//><h2 class="grow" dir="auto">${head?.subject || ''}</h2>${live.live && html`<${Badge} tone="good">${say('live')}<//>`}</header>
        ${live.error && !live.rows.length && html`<${Failed} error=${live.error} retry=${live.reload} />`}
        <ol class="bare own-bubbles" ref=${list} tabIndex="0" aria-label=${say('messages')} aria-live="polite">${!live.rows.length && !live.error && html`<li><${Skeleton} rows=${3} /></li>`}
            ${live.rows.map((one, index) => {
                const day = dayOf(one.sent_at)
                const isNewDay = !index || dayOf(live.rows[index - 1].sent_at) !== day
                return html`<li key=${one.id} class=${`own-bubble ${one.side}`}>${isNewDay && html`<p class="own-day muted small">${day === today() ? say('today') : date(day, 'long')}</p>`}<${Bubble} message=${one} canWithdraw=${who.canAct && !live.rows.some((later) => later.number > one.number && later.side === 'clinic')} onWithdraw=${() => setWithdrawing(one)} onShow=${setShown} /></li>`
            })}</ol>
        ${head?.status === 'closed' && html`<p class="muted small">${say('closedText')}</p>`}
        ${who.canAct && html`<${Composer} draft=${draft} query=${who.query} onSend=${send} error=${error} />`}
        ${withdrawing && html`<${Sure} title=${say('sureWithdraw')} keep=${say('keep')} confirm=${say('withdraw')} onClose=${() => setWithdrawing(null)} onConfirm=${async () => {
            try {
                await post(`/patient/messages/${id}/messages/${withdrawing.id}/withdraw`)
            } catch (problem) {
                toast(explain(problem), { tone: 'bad' })
            }
            setWithdrawing(null)
        }}><p class="own-lines" dir="auto">${withdrawing.text}</p><//>`}
        ${shown && html`<${FileDialog} file=${shown} onClose=${() => setShown(null)} />`}</section>`
}

/** @param {{message: any, canWithdraw: boolean, onWithdraw: () => any, onShow: (file: any) => any}} props */
function Bubble({ message, canWithdraw, onWithdraw, onShow }) {
    const isFresh = Date.now() - Date.parse(message.sent_at) < withdrawMinutes * 60_000
    if (message.withdrawn_at) return html`<div class="own-words muted"><em>${say('withdrawn')}</em></div>`
    return html`<div class="own-words"><span class="sr-only">${message.side === 'clinic' ? say('theClinic') : say('you')}: </span><p class="own-lines" dir="auto">${message.text}</p>
        ${message.files.length > 0 && html`<div class="row">${message.files.map((/** @type {string} */ id) => html`<${Attached} key=${id} id=${id} onShow=${onShow} />`)}</div>`}
        <p class="small own-meta"><span>${time(message.sent_at)}</span>${message.side === 'patient' && isFresh && canWithdraw && html`<button type="button" onClick=${onWithdraw}>${say('withdraw')}</button>`}</p></div>`
}

/** @param {{id: string, onShow: (file: any) => any}} props */
function Attached({ id, onShow }) {
    const { data } = useLoad(() => fileOf(id), [id])
    if (!data) return html`<span class="own-thumb none"><${Icon} name="file" /></span>`
    return html`<button type="button" class="own-attachment" aria-label=${data.name} title=${data.name} onClick=${() => openFile(data, onShow).catch((error) => toast(explain(error), { tone: 'bad' }))}><${Thumbnail} file=${data} /></button>`
}
