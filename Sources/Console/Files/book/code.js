// The mailed code books the time.
import { post, Problem } from '../core/api.js'
import { html, useState } from '../core/dom.js'
import { date, dayOf, time } from '../core/format.js'
import { Button, Field, Input, toast } from '../core/ui.js'
import { Alternatives } from '../pages/chooser.js'
import { Form } from '../pages/form.js'
import { Notice } from '../pages/frame.js'
import { saveInCalendar } from '../pages/ics.js'
import { explain } from '../pages/problems.js'
import { say } from './words.js'

/**
 * @param {{root: string, request: any, email: string, onRequest: (request: any) => any, onBack: () => any, onDone: (visit: any) => any, onOtherTime: () => any}} props
 */
export function Code({ root, request, email, onRequest, onBack, onDone, onOtherTime }) {
    const [code, setCode] = useState('')
    const [tried, setTried] = useState(false)
    const [error, setError] = useState('')
    const [near, setNear] = useState(/** @type {any[]|null} */ (null))
    const digits = code.replace(/\D/g, '')
    const confirm = async (/** @type {any} */ slot = null) => {
        setTried(true)
        setError('')
        if (!digits) return
        try {
            onDone(await post(`${root}/requests/${request.request_id}/confirm`, { code: digits, ...(slot ? { start: slot.start, ...(slot.doctor_id ? { doctor_id: slot.doctor_id } : {}) } : {}) }, { open: true }))
        } catch (problem) {
            if (problem instanceof Problem && (problem.type === 'public-time-not-offered' || problem.type === 'slot-taken')) return setNear(problem.body.alternatives || [])
            setError(explain(problem))
        }
    }
    const again = async () => {
        try {
            const answer = await post(`${root}/requests`, request.body, { open: true, headers: { 'Idempotency-Key': crypto.randomUUID() } })
            onRequest({ ...answer, body: request.body })
            setCode('')
            setTried(false)
            toast(say('sentAgain'))
        } catch (problem) {
            setError(explain(problem))
        }
    }
    return html`<p>${say('codeText', { email: `\u2068${email.trim()}\u2069`, until: time(request.expires_at) })}</p>
        ${near && html`<${Alternatives} alternatives=${near} onChoose=${confirm} />${!near.length && html`<${Button} onClick=${onOtherTime}>${say('change')}<//>`}`}
        <${Form} action=${say('book')} onSend=${() => confirm()} error=${error}>
            <${Field} label=${say('codeLabel')} error=${tried && !digits && say('needCode')}><${Input} class="page-code" inputMode="numeric" autocomplete="one-time-code" autofocus value=${code} onInput=${setCode} /><//><//>
        <div class="page-actions"><${Button} kind="quiet" onClick=${again}>${say('again')}<//><${Button} kind="quiet" onClick=${onBack}>${say('changeDetails')}<//></div>`
}

/** @param {{visit: any, onRestart: () => any}} props */
export function Done({ visit, onRestart }) {
    return html`${visit.status === 'requested' && html`<${Notice} tone="good"><p>${say('doneText')}</p><//>`}
        <section class="card stack"><p class="page-when">${date(dayOf(visit.start), 'full')}<br />${time(visit.start)} – ${time(visit.end)}</p>
            <dl class="page-facts"><dt>${say('service')}</dt><dd>${visit.service_name}</dd>${visit.doctor_name && html`<dt>${say('doctor')}</dt><dd><bdi>${visit.doctor_name}</bdi></dd>`}<dt>${say('clinic')}</dt><dd><bdi>${visit.clinic_name}</bdi></dd></dl></section>
        <div class="page-actions"><${Button} kind="primary" icon="download" onClick=${() => saveInCalendar({ start: visit.start, end: visit.end, title: `${visit.service_name}, ${visit.clinic_name}` })}>${say('calendar')}<//><${Button} onClick=${onRestart}>${say('another')}<//></div>
        ${visit.clinic_phone && html`<p class="muted">${say('call', { phone: visit.clinic_phone })}</p>`}
        <p class="muted">${say('account')} <a href="/account#purpose=register">${say('register')}</a></p>`
}
