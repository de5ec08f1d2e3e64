// The times that a patient waits for, and what the clinic offers.
import { all, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, dayOf, weekday } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { useHandedOver } from '../../core/router.js'
import { Button, Empty, Skeleton, toast } from '../../core/ui.js'
import { Act, Failed } from './act.js'
import { JoinWaitlist } from './waitlist-join.js'
import { once } from './who.js'
import { say } from './words.js'

/** @param {number} day 1 = Monday */
export const dayName = (day) => weekday(`2024-01-0${day}`)

export function Waitlist() {
    const handed = useHandedOver()
    const [wanted] = useState(() => once(handed))
    const [isJoining, setJoining] = useState(Boolean(wanted?.serviceID))
    const entries = useLoad(() => all('/patient/waitlist'), [])
    const services = useLoad(() => all('/services', { limit: 200 }), [])
    const doctors = useLoad(() => all('/doctors', { limit: 200 }), [])
    const nameOf = (/** @type {any[]|undefined} */ list, /** @type {string} */ id) => list?.find((one) => one.id === id)?.name || ''
    return html`<p class="muted">${say('waitText')}</p>
        ${entries.error && html`<${Failed} error=${entries.error} retry=${entries.reload} />`}${!entries.data && !entries.error && html`<${Skeleton} rows=${3} />`}
        ${entries.data && !entries.data.length && !isJoining && html`<${Empty} icon="clock" title=${say('waitNone')} />`}
        <ul class="bare own-list">${(entries.data || []).map((entry) => html`<li key=${entry.id}><${Entry} entry=${entry} service=${nameOf(services.data, entry.service_id)} doctorName=${(/** @type {string} */ id) => nameOf(doctors.data, id)} onChanged=${entries.reload} /></li>`)}</ul>
        ${isJoining ? html`<${JoinWaitlist} services=${(services.data || []).filter((one) => one.booked_by !== 'staff')} doctors=${doctors.data || []} serviceID=${wanted?.serviceID} onClose=${() => setJoining(false)} onJoined=${() => (setJoining(false), entries.reload())} />`
        : html`<div><${Button} icon="plus" onClick=${() => setJoining(true)}>${say('waitJoin')}<//></div>`}`
}

/** @param {{entry: any, service: string, doctorName: (id: string) => string, onChanged: () => any}} props */
function Entry({ entry, service, doctorName, onChanged }) {
    const open = entry.offers.filter((/** @type {any} */ one) => one.outcome === 'open' && Date.parse(one.expires_at) > Date.now())
    const answer = async (/** @type {string} */ kind, /** @type {any} */ offer) => {
        try {
            await post(`/waitlist/${entry.id}/${kind}`, { start: offer.start, doctor_id: offer.doctor_id })
            toast(say(kind === 'accept' ? 'accepted' : 'declined'))
        } finally {
            onChanged()
        }
    }
    const clock = entry.earliest && entry.latest ? say('waitClock', { from: entry.earliest, to: entry.latest }) : entry.earliest ? say('waitFromClock', { from: entry.earliest }) : entry.latest ? say('waitToClock', { to: entry.latest }) : ''
    return html`<article class="card stack"><div class="row spread"><h2>${service}</h2><span class="small muted">${say('since', { day: date(dayOf(entry.joined_at)) })}</span></div>
        <p>${[say('waitDays', { from: date(entry.first_day, 'long'), to: date(entry.last_day, 'long') }), entry.weekdays?.map(dayName).join(', '), clock, entry.doctor_id && doctorName(entry.doctor_id)].filter(Boolean).join(' · ')}</p>
        ${open.map((/** @type {any} */ offer) => html`<div class="notice good stack" key=${offer.start + offer.doctor_id}><p>${say('offer')}: <strong>${dateTime(offer.start)}</strong><br /><bdi>${doctorName(offer.doctor_id)}</bdi></p><p class="small muted">${say('offerUntil', { when: dateTime(offer.expires_at) })}</p>
            <div class="own-actions"><${Act} kind="primary" onClick=${() => answer('accept', offer)}>${say('accept')}<//><${Act} onClick=${() => answer('decline', offer)}>${say('decline')}<//></div></div>`)}
        <div><${Act} kind="quiet" onClick=${async () => {
            await post(`/waitlist/${entry.id}/leave`, {})
            toast(say('left'))
            onChanged()
        }}>${say('leave')}<//></div></article>`
}
