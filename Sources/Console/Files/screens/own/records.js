// A patient's records, by kind.
import { html } from '../../core/dom.js'
import { go, useRoute } from '../../core/router.js'
import { Tabs } from '../../core/ui.js'
import { Files } from './files.js'
import { Forms } from './forms.js'
import { Health } from './health.js'
import { Notes } from './notes.js'
import { Plans } from './plans.js'
import { Prescriptions } from './prescriptions.js'
import { Timeline } from './timeline.js'
import { Own, useWho } from './who.js'
import { say } from './words-records.js'

/** @type {Record<string, any>} */
const parts = { all: Timeline, plans: Plans, prescriptions: Prescriptions, notes: Notes, health: Health, files: Files, forms: Forms }

export default function Screen() {
    const { sub } = useRoute()
    const who = useWho()
    const at = parts[sub] ? sub : 'all'
    const Part = parts[at]
    return html`<${Own} title=${say('title')}><${Tabs} label=${say('kinds')} value=${at} onChange=${(/** @type {string} */ id) => go(`own-records/${id}`)}
        tabs=${Object.keys(parts).map((id) => ({ id, label: say(/** @type {any} */ (id)) }))}><${Part} key=${who.id + at} /><//><//>`
}
