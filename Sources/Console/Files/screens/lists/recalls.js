import { html, useState } from '../../core/dom.js'
import { all } from '../../core/api.js'
import { addDays, date, relative, today } from '../../core/format.js'
import { go } from '../../core/router.js'
import { Badge, Button, Checkbox, DateInput, Dialog, Empty, Failure, Field, Menu, problemText, Select, Skeleton, Table, toast } from '../../core/ui.js'
import { nameIn, Patient, Phone, take, useList, useNames } from './parts.js'
import { say } from './words.js'

/** @type {[string, any][]} */
const channels = [['phone', 'phoneCall'], ['message', 'message'], ['email', 'email'], ['letter', 'letter']]

/** @param {any} row */
const pathOf = (row) => `/recalls/${row.patient?.id}/${row.service_id}`
/** @param {any} row */
const daysOver = (row) => Math.round((Date.parse(today()) - Date.parse(row.due)) / 86_400_000)

/** Patients who should come again, with the reminders so far. */
export function Recalls() {
    const { services, names } = useNames()
    const [by, setBy] = useState(today)
    const [service, setService] = useState('')
    const [withPaused, setWithPaused] = useState(false)
    const [pausing, setPausing] = useState(/** @type {any} */ (null))
    // The call list leaves paused recalls out; the list of all recalls has them, and a filter by service.
    const { data, error, reload } = useList(async () => {
        if (!withPaused && !service) return all('/call-lists/recalls', { by })
        const parts = await Promise.all((withPaused ? [false, true] : [false]).map((paused) => all('/recalls', { by, service_id: service, paused })))
        return parts.flat().sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0))
    }, [by, service, withPaused])
    const run = async (/** @type {Parameters<typeof take>[0]} */ command) => {
        await take(command).catch((problem) => toast(problemText(problem), { tone: 'bad' }))
        await reload()
    }
    const remind = (/** @type {any} */ row, /** @type {string} */ channel) => run({ title: say('reminded', { name: nameIn(row.patient) }), method: 'POST', path: `${pathOf(row)}/reminders`, body: { channel } })
    const pause = (/** @type {any} */ row, /** @type {string|null} */ until) => run({ title: until ? say('paused', { name: nameIn(row.patient), date: date(until) }) : say('resumed', { name: nameIn(row.patient) }), method: 'PUT', path: `${pathOf(row)}/pause`, body: until ? { until } : {} })
    return html`<div class="lists-bar"><label class="row"><span>${say('dueBy')}</span><${DateInput} value=${by} onChange=${(/** @type {string} */ next) => next && setBy(next)} /></label>
            <${Select} class="lists-select" aria-label=${say('service')} value=${service} onChange=${setService} options=${[{ value: '', label: say('anyService') }, ...services.map((one) => ({ value: one.id, label: one.name }))]} />
            <${Checkbox} checked=${withPaused} onChange=${setWithPaused}>${say('showPaused')}<//>${data && html`<span class="muted small" role="status">${say('count', { count: data.length })}</span>`}</div>
        ${error && html`<${Failure} error=${error} retry=${reload} />`}${!data ? !error && html`<${Skeleton} rows=${6} />` : !data.length ? html`<${Empty} icon="check" title=${say('emptyRecalls')} text=${say('emptyRecallsText')} />`
        : html`<${Table} caption=${say('recalls')} hideCaption rows=${data} id=${(/** @type {any} */ row) => `${row.patient?.id} ${row.service_id}`} columns=${[
            { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<${Patient} patient=${row.patient} />` },
            { key: 'phone', label: say('phone'), render: (/** @type {any} */ row) => html`<${Phone} patient=${row.patient} />` },
            { key: 'service', label: say('service'), render: (/** @type {any} */ row) => names.get(row.service_id) || '' },
            { key: 'due', label: say('due'), render: (/** @type {any} */ row) => html`<span class="number">${date(row.due)}</span>${daysOver(row) > 0 && html` <${Badge} tone=${daysOver(row) > 60 ? 'bad' : 'warn'}>${say('overdue', { count: daysOver(row) })}<//>`}${row.paused_until && html`<div class="small muted">${say('pausedUntil', { date: date(row.paused_until) })}</div>`}`, sort: (/** @type {any} */ a, /** @type {any} */ b) => (a.due < b.due ? -1 : 1) },
            { key: 'last', label: say('lastVisit'), render: (/** @type {any} */ row) => html`<span class="number">${date(row.last_visit)}</span>` },
            { key: 'reminders', label: say('reminders'), render: (/** @type {any} */ row) => (row.reminders ? say('remindedCount', { count: row.reminders, last: row.last_reminder ? relative(row.last_reminder) : '' }) : html`<span class="muted">${say('never')}</span>`), sort: (/** @type {any} */ a, /** @type {any} */ b) => a.reminders - b.reminders },
            { key: 'steps', label: say('steps'), render: (/** @type {any} */ row) => html`<div class="lists-steps"><${Menu} small icon="phone" label=${say('remind')} items=${channels.map(([channel, word]) => ({ label: say(word), run: () => remind(row, channel) }))} />
                <${Menu} small kind="quiet" icon="more" ariaLabel=${say('more', { name: nameIn(row.patient) })} items=${[
                { label: say('book'), run: () => go('calendar', { patient: row.patient, serviceId: row.service_id }) },
                { label: say('openPatient'), run: () => go('patients', { patientId: row.patient?.id }) },
                row.paused_until ? { label: say('resume'), run: () => pause(row, null) } : { label: say('pause'), run: () => setPausing(row) }]} /></div>` },
        ]} />`}
        ${pausing && html`<${Pause} row=${pausing} onClose=${() => setPausing(null)} onPause=${(/** @type {string} */ until) => (setPausing(null), pause(pausing, until))} />`}`
}

/** @param {{row: any, onClose: () => void, onPause: (until: string) => any}} props */
function Pause({ row, onClose, onPause }) {
    const [until, setUntil] = useState(addDays(today(), 90))
    return html`<${Dialog} title=${html`<bdi>${say('pauseTitle', { name: nameIn(row.patient) })}</bdi>`} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('cancel')}<//><${Button} kind="primary" onClick=${() => until && onPause(until)}>${say('pauseDo')}<//>`}>
        <${Field} label=${say('pauseUntil')}><${DateInput} autofocus min=${addDays(today(), 1)} value=${until} onChange=${setUntil} /><//><//>`
}
