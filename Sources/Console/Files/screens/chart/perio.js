// The gums: the values of an examination as a small table, to read only.
import { all, get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Failure, Select, Skeleton } from '../../core/ui.js'
import { rows } from './teeth.js'
import { say } from './words.js'

/** @param {{patientId: string}} props */
export function Perio({ patientId }) {
    const list = useLoad(() => all('/perio-examinations', { patient_id: patientId, limit: 50 }, { limit: 100 }), [patientId])
    const [chosen, setChosen] = useState('')
    const valid = (list.data || []).filter((one) => !one.in_error)
    const shown = valid.find((one) => one.id === chosen) || valid[0]
    const compared = useLoad(async () => (shown ? get(`/perio-examinations/${shown.id}/comparison`) : null), [shown?.id])
    if (list.error) return html`<${Failure} error=${list.error} retry=${list.reload} />`
    if (!list.data) return html`<${Skeleton} rows=${3} />`
    if (!shown) return null
    const { figures } = shown
    const previous = compared.data?.examination.id === shown.id && compared.data.previous
    return html`<section class="card stack" aria-label=${say('perio')}><div class="row spread"><h2>${say('perio')}</h2>
            <${Select} class="chart-choice" aria-label=${say('examination')} value=${shown.id} onChange=${setChosen} options=${valid.map((one) => ({ value: one.id, label: date(one.examined_on) }))} /></div>
        <p class="row"><${Badge} tone=${figures.bleeding_percent > 20 ? 'bad' : 'good'}>${say('bleeding', { percent: figures.bleeding_percent })}<//><${Badge}>${say('plaque', { percent: figures.plaque_percent })}<//>
            <${Badge} tone=${figures.deep_sites ? 'warn' : 'good'}>${say('deepSites', { count: figures.deep_sites })}<//><${Badge}>${say('deepest', { depth: figures.deepest_pocket })}<//>
            ${previous && html`<span class="small muted">${say('compared', { day: date(previous.examined_on), deeper: compared.data.deeper_sites, shallower: compared.data.shallower_sites })}</span>`}</p>
        ${['upper', 'lower'].map((jaw) => html`<${Jaw} key=${jaw} jaw=${jaw} teeth=${shown.teeth} />`)}
        <p class="small muted">${say('perioHint')}</p></section>`
}

/** @param {{jaw: 'upper'|'lower', teeth: any[]}} props */
function Jaw({ jaw, teeth }) {
    const measured = new Map(teeth.map((one) => [one.tooth, one]))
    const numbers = rows[jaw].filter((number) => measured.has(number))
    if (!numbers.length) return null
    // The API has three sites of the outer side, then three of the inner side, mesial first; the chart shows them as they lie.
    const sites = (/** @type {number} */ number, /** @type {boolean} */ isOuter) => {
        const start = isOuter ? 0 : 3
        const at = [start, start + 1, start + 2]
        return [1, 4].includes(Math.floor(number / 10)) ? at.reverse() : at
    }
    const cell = (/** @type {number} */ number, /** @type {boolean} */ isOuter) => {
        const one = measured.get(number)
        return html`<td key=${number}>${sites(number, isOuter).map((site) => html`<span class=${`${one.depths[site] >= 4 ? 'chart-deep' : ''} ${one.bleeding[site] ? 'chart-bleeds' : ''}`}
            title=${[say('depth', { depth: one.depths[site] }), one.recessions[site] && say('recession', { depth: one.recessions[site] }), one.bleeding[site] && say('bleeds'), one.plaque[site] && say('hasPlaque'), one.suppuration[site] && say('pus')].filter(Boolean).join(', ')}>${one.depths[site]}${one.bleeding[site] ? html`<span class="sr-only"> ${say('bleeds')}</span>` : ''}</span>`)}</td>`
    }
    const extra = (/** @type {'mobility'|'furcation'} */ what) => numbers.some((number) => measured.get(number)[what]) && html`<tr><th scope="row">${say(what)}</th>${numbers.map((number) => html`<td key=${number}>${measured.get(number)[what] || ''}</td>`)}</tr>`
    const outer = html`<tr><th scope="row">${say('outer')}</th>${numbers.map((number) => cell(number, true))}</tr>`
    const inner = html`<tr><th scope="row">${say(jaw === 'upper' ? 'palatal' : 'lingual')}</th>${numbers.map((number) => cell(number, false))}</tr>`
    return html`<div class="table-frame" tabIndex="0" role="group" aria-label=${say(jaw === 'upper' ? 'upperJaw' : 'lowerJaw')}><table class="chart-perio number"><caption class="sr-only">${say(jaw === 'upper' ? 'upperJaw' : 'lowerJaw')}</caption>
        <thead><tr><td></td>${numbers.map((number) => html`<th scope="col" key=${number}>${number}</th>`)}</tr></thead><tbody>${jaw === 'upper' ? [outer, inner] : [inner, outer]}${extra('mobility')}${extra('furcation')}</tbody></table></div>`
}
