// The medical history and the consents.
import { html } from '../../core/dom.js'
import { useWho } from './who.js'
import { Consents } from './consents.js'
import { History } from './history.js'
import { say } from './words-records.js'

export function Forms() {
    const who = useWho()
    return html`<section class="stack"><h2>${say('history')}</h2><${History} key=${who.id} /></section><section class="stack"><h2>${say('consents')}</h2><${Consents} key=${who.id} /></section>`
}
