import { get, put } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { useLoad } from '../../core/load.js'
import { Failure, Skeleton } from '../../core/ui.js'
import { Section, tagOf } from './section.js'
import { say } from './words.js'

const roles = ['patient', 'doctor', 'receptionist', 'admin']
const areas = ['appointments', 'booking', 'records', 'billing', 'chat', 'patients', 'schedule', 'finance', 'statistics']
const areaName = (/** @type {string} */ area) => say(/** @type {any} */ (area === 'billing' ? 'area_billing' : area))

/** Which areas of the mobile app are open to each role. */
export function Mobile() {
    const { data, error, reload } = useLoad(() => get('/clinic/mobile-access'), [])
    const [state, setState] = useState(/** @type {any} */ (null))
    useEffect(() => {
        if (data) setState(data)
    }, [data])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!state) return html`<${Skeleton} rows=${8} />`
    return html`<${Section} key=${state.version} class="admin-narrow" title=${say('mobile')} hint=${say('mobileHint')} first=${state.access} onSaved=${setState} send=${(/** @type {any} */ value) => put('/clinic/mobile-access', value, { ifMatch: tagOf(state) })}>${(/** @type {any} */ form) => html`
        <div class="table-frame"><table class="table admin-areas"><caption class="sr-only">${say('mobile')}</caption><thead><tr><th scope="col">${say('area')}</th>${roles.map((role) => html`<th scope="col" key=${role}>${say(/** @type {any} */ (role))}</th>`)}</tr></thead>
            <tbody>${areas.map((area) => html`<tr key=${area}><th scope="row">${areaName(area)}</th>${roles.map((role) => html`<td key=${role}><input type="checkbox" aria-label=${`${areaName(area)}: ${say(/** @type {any} */ (role))}`} checked=${form.value[role].includes(area)}
                onChange=${(/** @type {any} */ event) => form.set(role, areas.filter((one) => (one === area ? event.target.checked : form.value[role].includes(one))))} /></td>`)}</tr>`)}</tbody></table></div>`}<//>`
}
