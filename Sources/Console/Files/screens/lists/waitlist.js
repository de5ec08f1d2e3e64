import { html, useState } from '../../core/dom.js'
import { all } from '../../core/api.js'
import { date, dayOf, nameOf, relative, time, weekday } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { go } from '../../core/router.js'
import { Badge, Button, Confirm, Empty, Failure, Menu, problemText, Segmented, Select, Skeleton, Table, toast } from '../../core/ui.js'
import { Join } from './join.js'
import { OfferDialog } from './offer.js'
import { dayTime, nameIn, Patient, Phone, take, useList, useNames } from './parts.js'
import { say } from './words.js'

/** @type {Record<string, any>} */
export const tones = { open: 'info', accepted: 'good', declined: 'neutral', lost: 'warn', expired: 'neutral' }

/**
 * What became of an offer. Who waits no more has no open offers.
 * @param {{offer: any, entry?: any}} props
 */
export function Outcome({ offer, entry }) {
    if (offer.outcome === 'open' && entry && entry.status !== 'waiting') return html`<${Badge}>${say('ended')}<//>`
    return html`<${Badge} tone=${tones[offer.outcome] || 'neutral'}>${offer.outcome === 'open' ? say('open', { time: time(offer.expires_at) }) : say(offer.outcome)}<//>`
}

/** What suits the patient. @param {any} entry @param {Map<string, string>} names */
export function wishes(entry, names) {
    const days = entry.weekdays?.length && entry.weekdays.length < 7 ? say('onDays', { days: entry.weekdays.map(weekdayName).join(', ') }) : ''
    const clock = entry.earliest && entry.latest ? say('between', { from: entry.earliest, to: entry.latest }) : entry.earliest ? say('after', { from: entry.earliest }) : entry.latest ? say('until', { to: entry.latest }) : ''
    return [entry.doctor_id ? names.get(entry.doctor_id) : say('anyDoctor'), days, clock].filter(Boolean).join(' · ')
}

/** @param {number} number 1 is Monday */
export const weekdayName = (number) => weekday(`2024-01-0${number}`)

/** The patients who wait for a time. */
export function Waitlist() {
    const [status, setStatus] = useState('waiting')
    const [service, setService] = useState('')
    const { services, names } = useNames()
    const { data, error, reload } = useList(() => all('/waitlist', { status, service_id: service }), [status, service])
    const [open, setOpen] = useState(/** @type {{kind: string, row?: any, offer?: any, alternatives?: any[]}|null} */ (null))
    const close = () => setOpen(null)
    useCommands([{ id: 'waitlist-add', title: say('add'), keys: 'n', run: () => setOpen({ kind: 'join' }) }])

    const answer = async (/** @type {any} */ row, /** @type {any} */ offer, /** @type {'accept'|'decline'} */ path) => {
        try {
            await take({ title: say(path === 'accept' ? 'acceptDone' : 'declineDone', { name: nameIn(row.patient), time: dayTime(offer.start) }), method: 'POST', path: `/waitlist/${row.entry.id}/${path}`, body: { start: offer.start, doctor_id: offer.doctor_id } })
        } catch (problem) {
            const alternatives = /** @type {any} */ (problem)?.body?.alternatives
            if (alternatives?.length) setOpen({ kind: 'offer', row, alternatives })
            else toast(problemText(problem), { tone: 'bad' })
        }
        await reload()
    }
    const menu = (/** @type {any} */ row) => [
        ...row.entry.offers.filter((/** @type {any} */ offer) => offer.outcome === 'open' && row.entry.status === 'waiting').flatMap((/** @type {any} */ offer) => [
            { label: say('accept', { time: dayTime(offer.start) }), run: () => answer(row, offer, 'accept') },
            { label: say('decline', { time: dayTime(offer.start) }), run: () => answer(row, offer, 'decline') }]),
        row.entry.appointment_id && { label: say('showVisit'), run: () => go('calendar', { appointmentId: row.entry.appointment_id }) },
        { label: say('openPatient'), run: () => go('patients', { patientId: row.entry.patient_id }) },
        row.entry.status === 'waiting' && { label: say('leave'), danger: true, run: () => setOpen({ kind: 'leave', row }) },
    ]
    const leave = async () => {
        const row = open?.row
        close()
        await take({ title: say('leaveDone', { name: nameIn(row.patient) }), method: 'POST', path: `/waitlist/${row.entry.id}/leave` }).catch((problem) => toast(problemText(problem), { tone: 'bad' }))
        await reload()
    }
    const columns = [
        { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<${Patient} patient=${row.patient} />`, sort: (/** @type {any} */ a, /** @type {any} */ b) => nameOf(a.patient).localeCompare(nameOf(b.patient)) },
        { key: 'phone', label: say('phone'), render: (/** @type {any} */ row) => html`<${Phone} patient=${row.patient} />` },
        { key: 'service', label: say('service'), render: (/** @type {any} */ row) => names.get(row.entry.service_id) || '' },
        { key: 'wishes', label: say('wishes'), render: (/** @type {any} */ row) => html`<span class="number">${say('fromTo', { from: date(row.entry.first_day), to: date(row.entry.last_day) })}</span><div class="muted small">${wishes(row.entry, names)}</div>` },
        { key: 'since', label: say('since'), render: (/** @type {any} */ row) => html`<span title=${date(dayOf(row.entry.joined_at))}>${relative(row.entry.joined_at)}</span>`, sort: (/** @type {any} */ a, /** @type {any} */ b) => (a.entry.joined_at < b.entry.joined_at ? -1 : 1) },
        { key: 'offers', label: say('offers'), render: (/** @type {any} */ row) => html`<${Offers} offers=${row.entry.offers} entry=${row.entry} names=${names} onAnswer=${(/** @type {any} */ offer, /** @type {any} */ path) => answer(row, offer, path)} />` },
        { key: 'steps', label: say('steps'), render: (/** @type {any} */ row) => html`<div class="lists-steps">${row.entry.status === 'waiting' && html`<${Button} small onClick=${() => setOpen({ kind: 'offer', row })}>${say('offer')}<//>`}<${Menu} small kind="quiet" icon="more" ariaLabel=${say('more', { name: nameIn(row.patient) })} items=${menu(row)} /></div>` },
    ]
    return html`<div class="lists-bar"><${Segmented} label=${say('status')} value=${status} onChange=${setStatus} options=${['waiting', 'booked', 'left'].map((value) => ({ value, label: say(/** @type {any} */ (value)) }))} />
            <${Select} class="lists-select" aria-label=${say('service')} value=${service} onChange=${setService} options=${[{ value: '', label: say('anyService') }, ...services.map((one) => ({ value: one.id, label: one.name }))]} />
            ${data && html`<span class="muted small" role="status">${say('count', { count: data.length })}</span>`}<span class="grow"></span>
            <${Button} kind="primary" icon="plus" keys="n" onClick=${() => setOpen({ kind: 'join' })}>${say('add')}<//></div>
        ${error && html`<${Failure} error=${error} retry=${reload} />`}${!data ? !error && html`<${Skeleton} rows=${6} />`
        : !data.length ? html`<${Empty} icon="clock" title=${say(status === 'waiting' ? 'emptyWaiting' : 'emptyOther')} text=${status === 'waiting' ? say('emptyWaitingText') : undefined} />`
        : html`<${Table} caption=${say('waitlist')} hideCaption columns=${columns} rows=${data} id=${(/** @type {any} */ row) => row.entry.id} />`}
        ${open?.kind === 'join' && html`<${Join} onClose=${close} onDone=${() => (close(), reload())} />`}
        ${open?.kind === 'offer' && html`<${OfferDialog} row=${open.row} alternatives=${open.alternatives} names=${names} onClose=${close} onDone=${() => (close(), reload())} />`}
        ${open?.kind === 'leave' && html`<${Confirm} title=${say('leaveTitle')} text=${say('leaveText', { name: nameIn(open.row.patient) })} confirm=${say('leave')} danger onConfirm=${leave} onClose=${close} />`}`
}

/** The offers of an entry, the latest first; the open ones can be answered. @param {{offers: any[], entry: any, names: Map<string, string>, onAnswer: (offer: any, path: string) => any}} props */
function Offers({ offers, entry, names, onAnswer }) {
    if (!offers.length) return html`<span class="muted">${say('noOffers')}</span>`
    const sorted = [...offers].reverse()
    const shown = [...sorted.filter((one) => one.outcome === 'open'), ...sorted.filter((one) => one.outcome !== 'open').slice(0, 1)]
    return html`<ul class="bare lists-offers">${shown.map((offer) => html`<li key=${offer.start + offer.doctor_id}><span class="number">${dayTime(offer.start)}</span> <span class="muted small">${names.get(offer.doctor_id)}</span> <${Outcome} offer=${offer} entry=${entry} />
        ${offer.outcome === 'open' && entry.status === 'waiting' && html`<span class="row"><${Button} small onClick=${() => onAnswer(offer, 'accept')}>${say('acceptShort')}<//><${Button} small kind="quiet" onClick=${() => onAnswer(offer, 'decline')}>${say('declineShort')}<//></span>`}</li>`)}
        ${shown.length < offers.length && html`<li class="muted small">${say('more_offers', { count: offers.length - shown.length })}</li>`}</ul>`
}
