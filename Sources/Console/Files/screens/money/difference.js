import { html } from '../../core/dom.js'
import { money } from '../../core/format.js'
import { Badge } from '../../core/ui.js'
import { say } from './words.js'

/**
 * Counted less expected: nothing, too much, or missing money.
 * @param {{value: any}} props
 */
export function Difference({ value }) {
    if (!value) return html`<span class="muted">–</span>`
    if (value.amount === 0) return html`<${Badge} tone="good">${say('exact')}<//>`
    return html`<${Badge} tone=${value.amount < 0 ? 'bad' : 'warn'}>${value.amount < 0 ? say('short', { amount: money({ ...value, amount: -value.amount }) }) : say('over', { amount: money(value) })}<//>`
}
