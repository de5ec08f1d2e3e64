// All records in one list, by kind and period.
import { html, useState } from '../../core/dom.js'
import { date, dateTime, dayOf } from '../../core/format.js'
import { go } from '../../core/router.js'
import { DateInput, Field, Icon, Select } from '../../core/ui.js'
import { Paged } from './pages.js'
import { useWho } from './who.js'
import { say } from './words-records.js'

/** What each kind shows: its icon, its text, and where it is shown in full. @type {Record<string, [string, (record: any) => any, string]>} */
const kinds = {
    visit: ['calendar', (one) => one.service_name, 'own-visits'],
    note: ['edit', (one) => one.title, 'own-records/notes'],
    vitals: ['chart', (one) => one.measurements.map((/** @type {any} */ m) => `${say(m.type)} ${m.value}`).join(', '), 'own-records/health'],
    prescription: ['file', (one) => one.medication?.drug.name, 'own-records/prescriptions'],
    file: ['file', (one) => html`<bdi>${one.name}</bdi>`, 'own-records/files'],
    treatment_plan: ['tooth', (one) => one.title, 'own-records/plans'],
    history_form: ['list', () => '', 'own-records/forms'],
    consent: ['check', (one) => one.wording?.title, 'own-records/forms'],
    tooth_finding: ['tooth', (one) => (one.tooth ? say('tooth', { count: one.tooth }) : ''), ''],
    perio_examination: ['tooth', () => '', ''],
}

export function Timeline() {
    const who = useWho()
    const [type, setType] = useState('')
    const [from, setFrom] = useState('')
    const [to, setTo] = useState('')
    return html`<div class="own-filters"><${Field} label=${say('kind')}><${Select} value=${type} onChange=${setType} options=${[{ value: '', label: say('all') }, ...Object.keys(kinds).map((kind) => ({ value: kind, label: say(/** @type {any} */ (kind)) }))]} /><//>
            <${Field} label=${say('from')}><${DateInput} value=${from} onChange=${setFrom} /><//><${Field} label=${say('to')}><${DateInput} value=${to} onChange=${setTo} /><//></div>
        <${Paged} key=${type + from + to} path="/patient/records" query=${{ ...who.query, type, from, to }} icon="history" list="own-todo card" row=${(/** @type {any} */ item) => html`<${Row} item=${item} />`} />`
}

/** @param {{item: any}} props */
function Row({ item }) {
    const [icon, text, place] = kinds[item.type] || ['file', () => '', '']
    const body = html`<${Icon} name=${icon} /><span><strong>${say(item.type)}</strong> <span dir="auto">${text(item.record)}</span><small class="muted">${item.type === 'visit' || item.type === 'vitals' ? dateTime(item.at) : date(dayOf(item.at))}</small></span>`
    return place ? html`<button type="button" onClick=${() => go(place)}>${body}<${Icon} name="right" /></button>` : html`<div class="own-line">${body}</div>`
}
