// The time rail, the histories of things, who looked at what, and what left the server.
import { html } from '../../core/dom.js'
import { go, useRoute } from '../../core/router.js'
import { Tabs, useStyle } from '../../core/ui.js'
import { Changes } from './changes.js'
import { Deliveries } from './deliveries.js'
import { Looks } from './looks.js'
import { Proof } from './proof.js'
import { Then } from './then.js'
import { Webhooks } from './webhooks.js'
import { say } from './words.js'

/** @type {Record<string, any>} */
const parts = { then: Then, changes: Changes, looks: Looks, proof: Proof, deliveries: Deliveries, webhooks: Webhooks }

/** Other screens may hand over `{kind, id, title}` to `history/changes`, and `{position}` to `history/proof`. */
export default function History() {
    useStyle('/console/screens/history/history.css')
    useStyle('/console/screens/money/money.css')
    useStyle('/console/screens/admin/admin.css')
    const { sub } = useRoute()
    const part = sub in parts ? sub : 'then'
    const Part = parts[part]
    return html`<div class="screen-head"><h1>${say('title')}</h1></div>
        <${Tabs} label=${say('title')} value=${part} onChange=${(/** @type {string} */ id) => go(`history/${id}`)} tabs=${Object.keys(parts).map((id) => ({ id, label: say(/** @type {any} */ (id)) }))}><${Part} key=${part} /><//>`
}
