// The lists of the reception: who waits for a time, which times were offered, and whom to call.
import { html } from '../../core/dom.js'
import { useCommands } from '../../core/keys.js'
import { go, useRoute } from '../../core/router.js'
import { Tabs, useStyle } from '../../core/ui.js'
import { Unbooked, Unconfirmed } from './calls.js'
import { Freed } from './freed.js'
import { Recalls } from './recalls.js'
import { Waitlist } from './waitlist.js'
import { say } from './words.js'

const lists = { waitlist: Waitlist, freed: Freed, unconfirmed: Unconfirmed, unbooked: Unbooked, recalls: Recalls }

export default function Screen() {
    useStyle('/console/screens/lists/lists.css')
    const { sub } = useRoute()
    const at = sub in lists ? sub : 'waitlist'
    const names = Object.keys(lists)
    useCommands(names.map((id, index) => ({ id: `list-${id}`, title: `${say('title')}: ${say(/** @type {any} */ (id))}`, keys: String(index + 1), run: () => go(`lists/${id}`) })))
    const List = lists[/** @type {keyof typeof lists} */ (at)]
    return html`<div class="stack lists"><h1>${say('title')}</h1>
        <${Tabs} label=${say('list')} tabs=${names.map((id) => ({ id, label: say(/** @type {any} */ (id)) }))} value=${at} onChange=${(/** @type {string} */ id) => go(`lists/${id}`)}><${List} key=${at} /><//></div>`
}
