import { get } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { date, dayOf, time } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Act } from './act.js'
import { say } from './words.js'

/** The next free time of each doctor: one press chooses it. @param {{query: any, turn: number, onChoose: (slot: any) => any}} props */
export function Soonest({ query, turn, onChoose }) {
    const { data } = useLoad(async () => (await get('/slots/next', query)).items, [JSON.stringify(query), turn])
    if (!data?.length) return null
    return html`<section class="stack"><h2>${say('soonest')}</h2><ul class="bare chooser-near">${data.slice(0, 3).map((/** @type {any} */ slot) => html`<li key=${slot.doctor_id}><${Act} onClick=${() => onChoose(slot)}>
        <span class="chooser-slot"><strong>${date(dayOf(slot.start), 'long')}, ${time(slot.start)}</strong><small><bdi>${slot.doctor_name}</bdi></small></span><//></li>`)}</ul></section>`
}
