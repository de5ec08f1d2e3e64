// Allergies, conditions, medication and vital signs, as the clinic holds them.
import { all } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { dateTime, number } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Skeleton } from '../../core/ui.js'
import { Failed } from './act.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

/** How units are written. @type {Record<string, string>} */
const units = { 'mm[Hg]': 'mmHg', '/min': '/min', Cel: '°C', '[degF]': '°F', '[lb_av]': 'lb', '[in_i]': 'in', '{score}': '/ 10' }

export function Health() {
    const who = useWho()
    const { data, error, reload } = useLoad(() => Promise.all(['allergies', 'conditions', 'medications', 'vitals'].map((kind) => all(`/patient/${kind}`, { limit: 100, ...who.query }, { limit: 100 }))), [who.id])
    if (error) return html`<${Failed} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${6} />`
    const [allergies, conditions, medications, vitals] = data
    const over = (/** @type {any} */ one) => (one.status === 'resolved' ? html` <${Badge}>${say('resolved')}<//>` : null)
    return html`<div class="own-cards">
        <${Group} title=${say('allergies')} items=${allergies} row=${(/** @type {any} */ one) => html`<strong>${one.substance}</strong>${over(one) || html` <${Badge} tone=${one.criticality === 'high' ? 'bad' : 'neutral'}>${say(one.criticality)}<//>`}${one.reaction && html`<small class="muted">${one.reaction}</small>`}`} />
        <${Group} title=${say('conditions')} items=${conditions} row=${(/** @type {any} */ one) => html`<strong>${one.name}</strong>${over(one) || (one.clinical_status !== 'active' && html` <${Badge}>${say(one.clinical_status)}<//>`)}${one.note && html`<small class="muted">${one.note}</small>`}`} />
        <${Group} title=${say('medications')} items=${medications} row=${(/** @type {any} */ one) => html`<strong>${one.name}</strong>${over(one)}${one.dose && html`<small class="muted">${one.dose}</small>`}`} />
        <${Group} title=${say('measured')} items=${vitals} row=${(/** @type {any} */ one) => html`<small class="muted">${dateTime(one.measured_at)}</small>${one.measurements.map((/** @type {any} */ m) => html`<span class="own-value"><span>${say(m.type)}</span><strong class="number">${number(m.value, Number.isInteger(m.value) ? 0 : 1)} ${units[m.unit] || m.unit}</strong></span>`)}`} /></div>
        <p class="muted">${say('wrong')}</p>`
}

/** @param {{title: string, items: any[], row: (one: any) => any}} props */
function Group({ title, items, row }) {
    return html`<section class="card stack"><h2>${title}</h2>${!items.length && html`<p class="muted">${say('none')}</p>`}<ul class="bare own-lines-list">${items.map((one) => html`<li key=${one.id}>${row(one)}</li>`)}</ul></section>`
}
