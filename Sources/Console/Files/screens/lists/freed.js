import { html } from '../../core/dom.js'
import { all } from '../../core/api.js'
import { PersonName, Badge, Empty, Failure, Skeleton, Table } from '../../core/ui.js'
import { dayTime, Phone, useList, useNames } from './parts.js'
import { Outcome } from './waitlist.js'
import { say } from './words.js'

/**
 * The offered times, each with those whom it was offered to.
 * @param {any[]} rows entries of the waitlist
 */
export function byTime(rows) {
    /** @type {Map<string, {key: string, start: string, doctor_id: string, offers: any[]}>} */
    const times = new Map()
    for (const { entry, patient } of rows) {
        for (const offer of entry.offers) {
            const key = `${offer.start} ${offer.doctor_id}`
            const found = times.get(key) || { key, start: offer.start, doctor_id: offer.doctor_id, offers: /** @type {any[]} */ ([]) }
            found.offers.push({ ...offer, patient, entry })
            times.set(key, found)
        }
    }
    return [...times.values()].sort((a, b) => (a.start < b.start ? 1 : -1))
}

/** What became of a time. @param {{offers: any[]}} row */
function fate({ offers }) {
    if (offers.some((one) => one.outcome === 'accepted' || one.outcome === 'lost')) return 'taken'
    return offers.some((one) => one.outcome === 'open' && one.entry.status === 'waiting') ? 'isOpen' : 'stillFree'
}
const tones = { taken: 'good', isOpen: 'info', stillFree: 'neutral' }

/** Times that were offered from the waitlist: who got which offer, and what became of it. */
export function Freed() {
    const { names } = useNames()
    const { data, error, reload } = useList(async () => byTime((await Promise.all(['waiting', 'booked', 'left'].map((status) => all('/waitlist', { status })))).flat()), [])
    if (error && !data) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${6} />`
    if (!data.length) return html`<${Empty} icon="clock" title=${say('emptyFreed')} text=${say('emptyFreedText')} />`
    return html`<${Table} caption=${say('freed')} hideCaption rows=${data} id=${(/** @type {any} */ row) => row.key} columns=${[
        { key: 'start', label: say('freedTime'), render: (/** @type {any} */ row) => html`<strong class="number">${dayTime(row.start)}</strong><div class="muted small">${names.get(row.doctor_id)}</div>`, sort: (/** @type {any} */ a, /** @type {any} */ b) => (a.start < b.start ? -1 : 1) },
        { key: 'service', label: say('service'), render: (/** @type {any} */ row) => [...new Set(row.offers.map((/** @type {any} */ one) => names.get(one.entry.service_id)))].join(', ') },
        { key: 'fate', label: say('status'), render: (/** @type {any} */ row) => html`<${Badge} tone=${tones[fate(row)]}>${say(/** @type {any} */ (fate(row)))}<//>` },
        { key: 'offers', label: say('offeredTo'), render: (/** @type {any} */ row) => html`<ul class="bare lists-offers">${row.offers.map((/** @type {any} */ one) => html`<li key=${one.entry.id}><strong><${PersonName} person=${one.patient} /></strong> <${Phone} patient=${one.patient} /> <${Outcome} offer=${one} entry=${one.entry} /></li>`)}</ul>` },
    ]} />`
}
