// Check-ins: telling regularly that all is well.
import { get, post, Problem } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime, relative } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Skeleton, toast } from '../../core/ui.js'
import { Sure } from '../../pages/sure.js'
import { Act, Failed } from './act.js'
import { CheckInPlan, span } from './check-in-plan.js'
import { Paged } from './pages.js'
import { useWho } from './who.js'
import { say } from './words-profile.js'

export function CheckIns() {
    const who = useWho()
    const [isChanging, setChanging] = useState(false)
    const [isStopping, setStopping] = useState(false)
    const [turn, setTurn] = useState(0)
    const plan = useLoad(() => get('/check-ins/plan', who.query).catch((problem) => {
        if (problem instanceof Problem && problem.status === 404) return null
        throw problem
    }), [who.id])
    const again = async () => {
        setTurn((before) => before + 1)
        await plan.reload()
    }
    const isRunning = plan.data && plan.data.status !== 'ended'
    const isOwn = plan.data && !plan.data.doctor_id
    if (plan.error) return html`<${Failed} error=${plan.error} retry=${plan.reload} />`
    if (plan.loading && plan.data === undefined) return html`<${Skeleton} rows=${4} />`
    if (isChanging) return html`<${CheckInPlan} plan=${plan.data} onClose=${() => setChanging(false)} onSaved=${() => (setChanging(false), again())} />`
    return html`<section class="card stack"><p class="muted">${say('checkInsText')}</p>
            ${isRunning ? html`<p class=${plan.data.status === 'missed' ? 'notice bad' : ''}><strong>${plan.data.status === 'missed' ? say('missed') : plan.data.due_at && say('due', { when: dateTime(plan.data.due_at) })}</strong>${plan.data.last_check_in_at && html`<br /><span class="muted">${say('last', { when: relative(plan.data.last_check_in_at) })}</span>`}</p>` : html`<p><strong>${plan.data ? say('endedPlan') : say('noPlan')}</strong></p>`}
            ${isRunning && !who.person && html`<${Act} class="own-well" kind="primary" icon="check" onClick=${async () => {
                await post('/check-ins', { source: 'manual' })
                toast(say('checkedIn'))
                await again()
            }}>${say('checkIn')}<//>`}
            ${isRunning && html`<${Plan} plan=${plan.data} />`}
            ${!who.person && html`<div class="own-actions">${(isOwn || !isRunning) && html`<${Button} onClick=${() => setChanging(true)}>${say(isRunning ? 'change' : 'begin')}<//>`}${isRunning && isOwn && html`<${Button} kind="quiet" onClick=${() => setStopping(true)}>${say('stop')}<//>`}</div>`}</section>
        <section class="stack"><h2>${say('past')}</h2><${Paged} turn=${turn} path="/check-ins" query=${who.query} size=${10} list="own-items card" empty=${html`<p class="muted">${say('nothing')}</p>`} row=${(/** @type {any} */ one) => html`<span>${dateTime(one.timestamp)} ${one.told_at && html`<${Badge}>${say('told')}<//>`}</span>`} /></section>
        ${isStopping && html`<${Sure} title=${say('sureStop')} keep=${say('back')} confirm=${say('stop')} danger onClose=${() => setStopping(false)} onConfirm=${async () => {
            await post('/check-ins/plan/end')
            setStopping(false)
            toast(say('stopped'))
            await again()
        }} />`}`
}

/** @param {{plan: any}} props */
function Plan({ plan }) {
    return html`<dl class="page-facts"><dt>${say('interval')}</dt><dd>${span(plan.check_in_interval)}</dd><dt>${say('reminder')}</dt><dd>${plan.reminder_interval < plan.check_in_interval && plan.reminder_interval > 0 ? span(plan.reminder_interval) : say('never')}</dd>
        <dt>${say('contactPerson')}</dt><dd>${plan.contact ? html`<bdi>${plan.contact.name}</bdi>, <bdi class="number">${plan.contact.phone}</bdi>${plan.contact.email && html`, <bdi>${plan.contact.email}</bdi>`}` : say('contactNone')}</dd></dl>${plan.doctor_id && html`<p class="muted small">${say('prescribed')}</p>`}`
}
