import { get } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { age, dateTime, nameOf } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Icon } from '../../core/ui.js'
import { showPerson, useWho } from './who.js'
import { say } from './words.js'

/** The people whom the patient looks after, with their next visits. */
export function Family() {
    const { dependants } = useWho()
    if (!dependants.length) return null
    return html`<section class="card stack"><h2>${say('family')}</h2><ul class="bare own-todo">${dependants.map((one) => html`<li key=${one.id}><${Dependant} person=${one} /></li>`)}</ul></section>`
}

/** @param {{person: any}} props */
function Dependant({ person }) {
    const { data } = useLoad(() => get('/patient/home', { patient_id: person.id }), [person.id])
    const next = data?.next_appointment
    return html`<button type="button" onClick=${() => showPerson(person)}><${Icon} name="person" /><span><strong><bdi>${nameOf(person)}</bdi></strong>${person.birth_date && html` <span class="muted">${say('years', { count: age(person.birth_date) })}</span>`}
        <small class="muted">${data ? (next ? `${dateTime(next.start)}, ${next.service_name}` : say('noVisit')) : ' '}</small></span><${Icon} name="right" /></button>`
}
