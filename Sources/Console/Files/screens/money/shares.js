import { get } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { money } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { say } from './words.js'

/**
 * What an insurance will probably pay. Nothing is shown without a coverage if it is `quiet`.
 * @param {{path: string, turn: any, quiet?: boolean}} props
 */
export function Shares({ path, turn, quiet }) {
    const { data } = useLoad(() => get(path).catch(() => null), [path, turn])
    if (!data || (quiet && !data.coverage_id)) return null
    if (!data.coverage_id) return html`<p class="muted small">${say('noCoverage')}</p>`
    return html`<section class="money-shares" aria-label=${say('estimate')}><h3>${say('estimate')}</h3><dl class="money-sums">
        <div><dt>${say('payerShare')}</dt><dd>${money(data.payer_share)}</dd></div>
        <div><dt>${say('patientShare')}</dt><dd>${money(data.patient_share)}</dd></div>
        ${data.deductible.amount > 0 && html`<div><dt>${say('deductible')}</dt><dd>${money(data.deductible)}</dd></div>`}</dl></section>`
}
