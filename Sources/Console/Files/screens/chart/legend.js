import { html } from '../../core/dom.js'
import { ToothPicture } from './tooth-picture.js'
import { say } from './words.js'

const looks = ['trouble', 'planned', 'existing', 'done']
/**
 * Teeth that show the forms of the picture.
 * @type {{kind: string, number: number, state: 'existing'|'planned'|'done', surfaces?: string[], word?: string}[]}
 */
const examples = [
    { kind: 'crown', number: 16, state: 'existing' }, { kind: 'root_canal', number: 15, state: 'existing' }, { kind: 'implant', number: 14, state: 'existing' }, { kind: 'missing', number: 16, state: 'existing' },
    { kind: 'extraction', number: 16, state: 'planned' }, { kind: 'bridge_pontic', number: 15, state: 'existing' }, { kind: 'denture', number: 16, state: 'existing' }, { kind: 'fracture', number: 11, state: 'existing' },
    { kind: 'watch', number: 16, state: 'existing' }, { kind: 'sealant', number: 16, state: 'existing' },
]

/** What the colours, patterns and forms mean. */
export function Legend() {
    return html`<div class="chart-legend"><ul class="bare row" aria-label=${say('legend')}>${looks.map((look) => html`<li class="row"><svg viewBox="0 0 32 20" class="chart-swatch" aria-hidden="true"><rect x="1" y="1" width="30" height="18" rx="3" fill=${`url(#chart-${look})`} class=${`chart-edge-${look}`} /></svg>${say(/** @type {any} */ (`look_${look}`))}</li>`)}
            <li class="row"><svg viewBox="0 0 14 14" class="chart-swatch chart-swatch-flag chart-flag" aria-hidden="true"><circle cx="7" cy="7" r="6" /><text x="7" y="10">P</text></svg>${say('look_item')}</li>
            <li class="row"><svg viewBox="0 0 14 14" class="chart-swatch chart-swatch-flag chart-flag chart-flag-done" aria-hidden="true"><circle cx="7" cy="7" r="6" /><path d="M4 7 L6.500 9.500 L10 4.500" /></svg>${say('look_itemDone')}</li></ul>
        <details><summary>${say('forms')}</summary><ul class="bare chart-examples">${examples.map((one) => html`<li><${ToothPicture} number=${one.number} findings=${[{ id: one.kind, tooth: one.number, kind: one.kind, state: one.state, surfaces: null, found_on: '' }]} /><span class="small">${say(/** @type {any} */ (`kind_${one.kind}`))}</span></li>`)}</ul></details></div>`
}
