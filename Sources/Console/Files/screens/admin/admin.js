// The clinic's staff, hours, services, chairs, rules and settings.
import { get } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { useLoad } from '../../core/load.js'
import { go, useRoute } from '../../core/router.js'
import { reloadSession } from '../../core/session.js'
import { Failure, Skeleton, Tabs, useStyle } from '../../core/ui.js'
import { Affected, AffectedNow } from './affected.js'
import { Chairs } from './chairs.js'
import { Mobile } from './mobile.js'
import { Notifications } from './notifications.js'
import { Hours } from './openhours.js'
import { Profile } from './profile.js'
import { Rules } from './rules.js'
import { Services } from './services.js'
import { Staff } from './staff.js'
import { say } from './words.js'

/** @type {Record<string, any>} */
const settingParts = { hours: Hours, rules: Rules, profile: Profile }
/** @type {Record<string, any>} */
const otherParts = { staff: Staff, services: Services, chairs: Chairs, notifications: Notifications, mobile: Mobile }
const parts = ['staff', 'hours', 'services', 'chairs', 'rules', 'notifications', 'mobile', 'profile']

export default function Admin() {
    useStyle('/console/screens/admin/admin.css')
    const { sub } = useRoute()
    const part = parts.includes(sub) ? sub : 'staff'
    const Other = otherParts[part]
    return html`<div class="screen-head"><h1>${say('title')}</h1></div><${AffectedNow} key=${part} />
        <${Tabs} label=${say('title')} value=${part} onChange=${(/** @type {string} */ id) => go(`admin/${id}`)} tabs=${parts.map((id) => ({ id, label: say(/** @type {any} */ (id)) }))}>
            ${Other ? html`<${Other} key=${part} />` : html`<${Settings} key=${part} Part=${settingParts[part]} />`}<//>`
}

/** Reads the settings for a part that shows and changes some of them. @param {{Part: any}} props */
function Settings({ Part }) {
    const { data, error, reload } = useLoad(() => get('/clinic/settings'), [])
    const [settings, setSettings] = useState(/** @type {any} */ (null))
    useEffect(() => {
        if (data) setSettings(data)
    }, [data])
    const saved = (/** @type {any} */ next) => {
        setSettings(next)
        reloadSession() // Other screens read the hours and the currency from the session's clinic.
    }
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!settings) return html`<${Skeleton} rows=${8} />`
    return html`<${Affected} affected=${settings.affected_appointments} /><${Part} key=${settings.version} settings=${settings} onSaved=${saved} />`
}
