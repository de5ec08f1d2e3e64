// Prescriptions, in words that a patient reads, with the PDF.
import { openDocument } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { date, number } from '../../core/format.js'
import { Badge } from '../../core/ui.js'
import { Act } from './act.js'
import { Paged } from './pages.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

/** @type {Record<string, any>} */
const tones = { active: 'good', stopped: 'warn', cancelled: 'bad', entered_in_error: 'bad' }

export function Prescriptions() {
    const who = useWho()
    return html`<${Paged} path="/patient/prescriptions" query=${who.query} row=${(/** @type {any} */ one) => html`<${Prescription} one=${one} />`} />`
}

/** @param {{value: number, unit: string}} amount */
const amount = ({ value, unit }) => `${number(value, Number.isInteger(value) ? 0 : 2)} ${['mg', 'g', 'ml'].includes(unit) ? unit : say(/** @type {any} */ (unit))}`

/** @param {any} frequency @param {any} dose */
function howOften(frequency, dose) {
    const { times, period = 1, unit = 'day', as_needed } = frequency
    const span = period === 1 ? say(unit) : say('every', { count: period, unit: say(unit) })
    return `${as_needed ? `${say('asNeeded')}: ` : ''}${say('each', { dose: amount(dose), count: times, unit: span })}`
}

/** @param {{one: any}} props */
function Prescription({ one }) {
    const drug = one.medication
    return html`<article class="card stack"><div class="row spread"><h2>${drug ? drug.drug.name : say('prescription')}</h2><${Badge} tone=${tones[one.status] || 'neutral'}>${say(one.status)}<//></div>
        ${drug ? html`<dl class="page-facts"><dt>${say('take')}</dt><dd>${howOften(drug.frequency, drug.dose)}, ${say('lasts', { count: drug.duration_days })}</dd><dt>${say('quantity')}</dt><dd>${amount(drug.quantity)} (${drug.form === 'other' ? say('otherForm') : say(drug.form)})</dd>
            ${drug.instructions && html`<dt>${say('instructions')}</dt><dd dir="auto">${drug.instructions}</dd>`}</dl>` : html`<p class="muted">${say('erased')}</p>`}
        <p class="muted small">${say('issuedOn', { day: date(one.issued_on) })} · ${say('validUntil', { day: date(one.valid_until) })}${one.dispensings.length > 0 ? ` · ${say('given', { count: one.dispensings.length })}` : ''}${one.status === 'active' && one.refills + 1 - one.dispensings.length > 0 ? ` · ${say('refills', { count: one.refills + 1 - one.dispensings.length })}` : ''}</p>
        <div><${Act} icon="download" onClick=${() => openDocument(`/patient/prescriptions/${one.id}/pdf`)}>${say('pdf')}<//></div></article>`
}
