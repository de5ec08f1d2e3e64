// The patient's contact, account, notifications, guardians and check-ins.
import { html } from '../../core/dom.js'
import { go, useRoute } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { Tabs } from '../../core/ui.js'
import { Account } from './account.js'
import { CheckIns } from './check-ins.js'
import { Contact } from './contact.js'
import { Guardians } from './guardians.js'
import { Preferences } from './preferences.js'
import { Own, useWho } from './who.js'
import { say } from './words-profile.js'

/** @type {Record<string, [any, any]>} the part and its title; an account without a clinic has the last two */
const parts = { contact: [Contact, 'contact'], notifications: [Preferences, 'notifications'], guardians: [Guardians, 'people'], account: [Account, 'account'], 'check-ins': [CheckIns, 'checkIns'] }

export default function Screen() {
    const { sub } = useRoute()
    const { role } = useSession()
    const who = useWho()
    const ids = role === 'person' ? ['account', 'check-ins'] : who.person ? ['contact', 'check-ins'] : Object.keys(parts)
    const at = ids.includes(sub) ? sub : ids[0]
    const [Part] = parts[at]
    return html`<${Own} title=${say('title')}><${Tabs} label=${say('parts')} value=${at} onChange=${(/** @type {string} */ id) => go(`own-profile/${id}`)} tabs=${ids.map((id) => ({ id, label: say(parts[id][1]) }))}><${Part} key=${who.id + at} /><//><//>`
}
