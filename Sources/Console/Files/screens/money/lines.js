import { html } from '../../core/dom.js'
import { exponent, money, number } from '../../core/format.js'
import { Field, IconButton, Input, MoneyInput, Select } from '../../core/ui.js'
import { say } from './words.js'

/** @param {string} currency */
export function emptyLine(currency) {
    return { key: crypto.randomUUID(), service_id: '', description: '', quantity: '1', unit_price: null, discount: null, tax_percent: '', treatment_item: null, currency }
}
/** A line of a saved draft, as the editor keeps it. @param {any} line @param {string} currency */
export function lineOf(line, currency) {
    return { ...emptyLine(currency), ...line, service_id: line.service_id || '', description: line.description || '', quantity: String(line.quantity), tax_percent: line.tax_percent ?? '' }
}
/** @param {string} text */
const decimal = (text) => Number(String(text).replace(',', '.'))
/** A line as the server takes it: what is left empty, the server fills in. @param {any} line */
export function sentLine(line) {
    return {
        quantity: decimal(line.quantity) || 0,
        ...(line.service_id ? { service_id: line.service_id } : {}),
        ...(line.description.trim() ? { description: line.description.trim() } : {}),
        ...(line.unit_price ? { unit_price: line.unit_price } : {}),
        ...(line.discount && line.discount.amount ? { discount: line.discount } : {}),
        ...(String(line.tax_percent).trim() !== '' ? { tax_percent: decimal(line.tax_percent) } : {}),
        ...(line.treatment_item ? { treatment_item: line.treatment_item } : {}),
    }
}
/** The sum of lines without tax, by the services' usual prices. @param {any[]} lines @param {any[]} services */
export function netOf(lines, services) {
    return lines.reduce((sum, line) => {
        const price = line.unit_price?.amount ?? services.find((one) => one.id === line.service_id)?.price.amount ?? 0
        return sum + Math.round(price * (decimal(line.quantity) || 0)) - (line.discount?.amount || 0)
    }, 0)
}

/**
 * The lines of a draft.
 * @param {{form: import('../admin/form.js').Form, onChange: (lines: any[]) => void, services: any[], currency: string}} props
 */
export function DraftLines({ form, onChange, services, currency }) {
    /** @type {any[]} */
    const lines = form.value.lines
    const set = (/** @type {number} */ at, /** @type {any} */ part) => onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
    const add = (/** @type {string} */ id) => onChange([...lines, { ...emptyLine(currency), service_id: id === 'free' ? '' : id }])
    const options = services.map((one) => ({ value: one.id, label: `${one.name} · ${money(one.price)}` }))
    return html`<ol class="bare money-lines">${lines.map((line, at) => {
            const service = services.find((one) => one.id === line.service_id)
            const error = (/** @type {string} */ name) => form.error(`lines/${at}/${name}`)
            return html`<li key=${line.key} class="money-line">
                <${Field} label=${say('service')} error=${error('service_id')} class="money-line-service"><${Select} value=${line.service_id} options=${[{ value: '', label: say('freeText') }, ...options]} onChange=${(/** @type {string} */ id) => set(at, { service_id: id, unit_price: null })} /><//>
                <${Field} label=${say('text')} error=${error('description')} class="money-line-text"><${Input} value=${line.description} placeholder=${service?.name || ''} onInput=${(/** @type {string} */ description) => set(at, { description })} /><//>
                <${Field} label=${say('quantity')} error=${error('quantity')}><${Input} inputMode="decimal" value=${line.quantity} onInput=${(/** @type {string} */ quantity) => set(at, { quantity })} /><//>
                <${Field} label=${say('unitPrice')} error=${error('unit_price')}><${MoneyInput} currency=${currency} placeholder=${service ? number(service.price.amount / 10 ** exponent(currency), exponent(currency)) : ''} value=${line.unit_price ? line.unit_price.amount : null} onChange=${(/** @type {number|null} */ amount) => set(at, { unit_price: amount === null ? null : { amount, currency } })} /><//>
                <${Field} label=${say('discount')} error=${error('discount')}><${MoneyInput} currency=${currency} value=${line.discount ? line.discount.amount : null} onChange=${(/** @type {number|null} */ amount) => set(at, { discount: amount === null ? null : { amount, currency } })} /><//>
                <${Field} label=${say('taxPercent')} error=${error('tax_percent')}><${Input} inputMode="decimal" placeholder=${say('usual')} value=${line.tax_percent} onInput=${(/** @type {string} */ tax_percent) => set(at, { tax_percent })} /><//>
                <${IconButton} name="close" label=${say('removeLine')} onClick=${() => onChange(lines.filter((_, index) => index !== at))} /></li>`
        })}</ol>
        <div class="row"><${Field} label=${say('addService')} class="money-add"><${Select} value="" onChange=${add} options=${[{ value: '', label: '…' }, ...options, { value: 'free', label: say('freeText') }]} /><//></div>`
}
