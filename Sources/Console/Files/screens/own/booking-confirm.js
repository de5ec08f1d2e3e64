// The last step of booking, with the time that is kept meanwhile, and the outcome.
import { html, useEffect, useState } from '../../core/dom.js'
import { date, dayOf, duration, money, time } from '../../core/format.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Button, Field, TextArea } from '../../core/ui.js'
import { saveInCalendar } from '../../pages/ics.js'
import { Act } from './act.js'
import { deadline } from './visit.js'
import { say } from './words.js'

/** @param {{hold: any, service: any, onBook: (reason: string) => any, onKeep: () => any}} props */
export function ConfirmBooking({ hold, service, onBook, onKeep }) {
    const [reason, setReason] = useState('')
    const rules = session().clinic?.scheduling
    return html`<section class="card stack"><p class="page-when">${date(dayOf(hold.start), 'full')}<br />${time(hold.start)} – ${time(hold.end)}</p>
            <dl class="page-facts"><dt>${say('service')}</dt><dd>${service.name}</dd><dt>${say('doctor')}</dt><dd><bdi>${hold.doctor_name}</bdi></dd><dt>${say('length')}</dt><dd>${duration((Date.parse(hold.end) - Date.parse(hold.start)) / 60_000)}</dd>
                ${service.deposit && html`<dt>${say('deposit', { sum: '' })}</dt><dd>${money(service.deposit)}</dd>`}</dl>
            <${Countdown} until=${hold.expires_at} onAgain=${onKeep} /></section>
        <${Field} label=${say('why')} hint=${say('whyHint')}><${TextArea} maxLength="500" dir="auto" value=${reason} onInput=${setReason} /><//>
        ${rules?.approves_patient_bookings && html`<p class="notice">${say('needsApproval')}</p>`}
        <div class="own-actions"><${Act} kind="primary" icon="check" onClick=${() => onBook(reason)}>${say('bookNow')}<//></div>
        ${rules && html`<p class="muted">${Date.parse(hold.start) - rules.cancellation_notice_hours * 3_600_000 > Date.now() ? say('deadlineHint', { hours: rules.cancellation_notice_hours }) : say('soonHint')}</p>`}`
}

/** How long the time is still kept. A screen reader hears it at the start and at the end. @param {{until: string, onAgain: () => any}} props */
function Countdown({ until, onAgain }) {
    const [left, setLeft] = useState(Date.parse(until) - Date.now())
    useEffect(() => {
        const tick = () => setLeft(Date.parse(until) - Date.now())
        tick()
        const timer = setInterval(tick, 1000)
        return () => clearInterval(timer)
    }, [until])
    if (left <= 0) return html`<p class="row" role="status">${say('heldOver')} <${Act} small onClick=${onAgain}>${say('retry')}<//></p>`
    const seconds = Math.ceil(left / 1000)
    return html`<p class="muted">${say('held', { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })}</p>`
}

/** @param {{visit: any}} props */
export function BookingDone({ visit }) {
    const clinic = session().clinic?.profile
    return html`${visit.status === 'requested' && html`<p class="notice good" role="status">${say('doneRequestedText')}</p>`}
        <section class="card stack"><p class="page-when">${date(dayOf(visit.start), 'full')}<br />${time(visit.start)} – ${time(visit.end)}</p>
            <dl class="page-facts"><dt>${say('service')}</dt><dd>${visit.service_name}</dd><dt>${say('doctor')}</dt><dd><bdi>${visit.doctor_name}</bdi></dd>${clinic?.address && html`<dt>${say('clinic')}</dt><dd><bdi>${clinic.name}</bdi><br />${clinic.address}</dd>`}</dl>
            <p class="muted">${deadline(visit)}</p></section>
        <div class="own-actions"><${Button} kind="primary" onClick=${() => go('own-visits')}>${say('toVisits')}<//>
            <${Button} icon="download" onClick=${() => saveInCalendar({ start: visit.start, end: visit.end, title: `${visit.service_name}, ${clinic?.name || ''}`, place: clinic?.address })}>${say('calendar')}<//></div>`
}
