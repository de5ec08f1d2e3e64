import { html } from '../../core/dom.js'
import { money } from '../../core/format.js'
import { session } from '../../core/session.js'
import { Field, Input, MoneyInput } from '../../core/ui.js'
import { denominations } from './denominations.js'
import { say } from './words.js'

/** The float of each drawer is the same every morning, so the browser keeps it. It says nothing of a patient. */
const place = (/** @type {number} */ drawer) => `chairside-float ${session().clinic?.id} ${drawer}`
/** @param {number} drawer @returns {number} */
export function keptFloat(drawer) {
    return Number(localStorage.getItem(place(drawer))) || 0
}
/** @param {number} drawer @param {number} amount */
export function keepFloat(drawer, amount) {
    localStorage.setItem(place(drawer), String(amount))
}

/** The sum of counted pieces. @param {Record<string, number>} pieces by the value of a piece, in minor units */
export function sumOf(pieces) {
    return Object.entries(pieces).reduce((sum, [value, count]) => sum + Number(value) * (count || 0), 0)
}

/**
 * Counts cash by notes and coins.
 * @param {{currency: string, pieces: Record<string, number>, onPieces: (pieces: Record<string, number>) => void, float: number, onFloat: (amount: number) => void}} props
 */
export function CashCount({ currency, pieces, onPieces, float, onFloat }) {
    const { notes, coins } = denominations(currency)
    const sum = sumOf(pieces)
    const value = (/** @type {number} */ amount) => money({ amount, currency })
    const column = (/** @type {string} */ title, /** @type {number[]} */ list) => html`<fieldset class="money-pieces"><legend>${title}</legend>
        ${list.map((one) => html`<label key=${one} class="money-piece"><span class="number">${value(one)}</span>
            <${Input} type="number" inputMode="numeric" min="0" max="99999" aria-label=${say('pieces', { value: value(one) })} value=${pieces[one] || ''} onInput=${(/** @type {string} */ text) => onPieces({ ...pieces, [one]: Math.max(0, Math.floor(Number(text) || 0)) })} onKeyDown=${nextOnEnter} />
            <span class="number muted">${pieces[one] ? value(one * pieces[one]) : ''}</span></label>`)}</fieldset>`
    return html`<div class="stack"><div class="money-count">${column(say('notes'), notes)}${column(say('coins'), coins)}</div>
        <div class="money-pair money-float"><${Field} label=${say('float')} hint=${say('floatHint')}><${MoneyInput} currency=${currency} value=${float} onChange=${(/** @type {number|null} */ amount) => onFloat(amount || 0)} /><//>
            <dl class="money-sums" aria-live="polite"><div><dt>${say('inDrawer')}</dt><dd>${value(sum)}</dd></div><div><dt>${say('lessFloat')}</dt><dd>${value(float ? -float : 0)}</dd></div><div class="strong"><dt>${say('cashTakings')}</dt><dd>${value(sum - float)}</dd></div></dl></div></div>`
}

/** Enter goes to the next kind of piece, as on a till. @param {KeyboardEvent} event */
function nextOnEnter(event) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const all = [.../** @type {any} */ (event.target).closest('.money-count').querySelectorAll('input')]
    all[all.indexOf(event.target) + 1]?.focus()
}

