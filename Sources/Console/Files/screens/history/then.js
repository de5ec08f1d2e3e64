import { all, get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { addDays, dayOf, startOfDay } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { DateInput, Field, PatientPicker, Segmented, Select, Checkbox } from '../../core/ui.js'
import { useHandedOver } from '../../core/router.js'
import { DayThen } from './daythen.js'
import { BalanceThen, InvoiceThen } from './moneythen.js'
import { instantOf } from './instant.js'
import { Rail } from './rail.js'
import { TeethThen } from './teeththen.js'
import { say } from './words.js'

/** What the clinic's lists and documents were at an earlier time. */
export function Then() {
    const given = useHandedOver()
    const [at, setAt] = useState(() => new Date(given?.at || Math.floor((Date.now() - 3_600_000) / 60_000) * 60_000))
    const [what, setWhat] = useState('board')
    const [other, setOther] = useState('')
    const [doctor, setDoctor] = useState('')
    const [patient, setPatient] = useState(/** @type {any} */ (null))
    const [compare, setCompare] = useState(true)
    const doctors = useLoad(() => all('/staff', { role: 'doctor', limit: 200 }), [])
    const day = dayOf(at)
    const shown = other || day
    // When something happened on this day: the latest changes of the clinic.
    const marks = useLoad(async () => (await get('/audit-events', { from: instantOf(startOfDay(day)), to: instantOf(startOfDay(addDays(day, 1))), limit: 200, event_type: 'patient-arrived' })).items.map((/** @type {any} */ one) => new Date(one.timestamp)), [day])
    const chosenDoctor = doctor || doctors.data?.[0]?.id || ''
    return html`<div class="stack">
        <${Rail} value=${at} onChange=${setAt} marks=${marks.data || []} />
        <div class="row history-what"><${Segmented} label=${say('what')} value=${what} onChange=${setWhat} options=${['board', 'schedule', 'invoice', 'balance', 'teeth'].map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))} />
            ${what === 'schedule' && html`<${Field} label=${say('doctor')}><${Select} value=${chosenDoctor} onChange=${setDoctor} options=${(doctors.data || []).map((one) => ({ value: one.id, label: one.name }))} /><//>`}
            ${(what === 'board' || what === 'schedule') && html`<${Field} label=${say('shownDay')}><${DateInput} value=${shown} onChange=${setOther} /><//><${Checkbox} checked=${compare} onChange=${setCompare}>${say('compare')}<//>`}
            ${(what === 'balance' || what === 'teeth') && html`<${Field} label=${say('patient')} class="history-finder"><${PatientPicker} label=${say('patient')} onPick=${setPatient} /><//>`}</div>
        ${what === 'board' && html`<${DayThen} path="/reception/queue" query=${{ date: shown }} at=${at} compare=${compare} />`}
        ${what === 'schedule' && chosenDoctor && html`<${DayThen} path="/doctor/schedule" query=${{ date: shown, doctor_id: chosenDoctor }} at=${at} compare=${compare} />`}
        ${what === 'invoice' && html`<${InvoiceThen} at=${at} />`}
        ${what === 'balance' && html`<${BalanceThen} at=${at} patient=${patient} />`}
        ${what === 'teeth' && html`<${TeethThen} at=${at} patient=${patient} />`}</div>`
}
