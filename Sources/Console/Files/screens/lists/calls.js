import { html, useState } from '../../core/dom.js'
import { all } from '../../core/api.js'
import { addDays, time, today } from '../../core/format.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Badge, Button, DateInput, Empty, Failure, problemText, Skeleton, Table, toast } from '../../core/ui.js'
import { dayTime, nameIn, Patient, Phone, take, useList } from './parts.js'
import { say } from './words.js'

/** A day's booked visits that nobody has confirmed. */
export function Unconfirmed() {
    const [day, setDay] = useState(() => addDays(today(), 1))
    const { data, error, reload } = useList(() => all('/call-lists/unconfirmed', { date: day }), [day])
    const confirm = async (/** @type {any} */ { appointment, patient }) => {
        const title = say('confirmed', { name: nameIn(patient) })
        const path = `/appointments/${appointment.id}`
        try {
            await take({
                title, method: 'POST', path: `${path}/confirm`, subject: appointment.id, expects: { status: 'confirmed' }, undoMinutes: session().clinic?.scheduling?.desk?.undo_minutes,
                undo: { title: say('undoTitle', { title }), method: 'POST', path: `${path}/undo`, body: { reason: say('undoReason') }, subject: appointment.id, expects: { status: appointment.status } },
            })
        } catch (problem) {
            toast(problemText(problem), { tone: 'bad' })
        }
        await reload()
    }
    return html`<div class="lists-bar"><label class="row"><span>${say('day')}</span><${DateInput} value=${day} onChange=${(/** @type {string} */ next) => next && setDay(next)} /></label>${data && html`<span class="muted small" role="status">${say('count', { count: data.length })}</span>`}</div>
        ${error && html`<${Failure} error=${error} retry=${reload} />`}${!data ? !error && html`<${Skeleton} rows=${6} />` : !data.length ? html`<${Empty} icon="check" title=${say('emptyUnconfirmed')} text=${say('emptyUnconfirmedText')} />`
        : html`<${Table} caption=${say('unconfirmed')} hideCaption rows=${data} id=${(/** @type {any} */ row) => row.appointment.id} columns=${[
            { key: 'time', label: say('time'), render: (/** @type {any} */ row) => html`<strong class="number">${time(row.appointment.start)}</strong>` },
            { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<${Patient} patient=${row.patient} />` },
            { key: 'phone', label: say('phone'), render: (/** @type {any} */ row) => html`<${Phone} patient=${row.patient} />` },
            { key: 'service', label: say('service'), render: (/** @type {any} */ row) => row.appointment.service_name },
            { key: 'doctor', label: say('doctor'), render: (/** @type {any} */ row) => row.appointment.doctor_name },
            { key: 'steps', label: say('steps'), render: (/** @type {any} */ row) => html`<${Button} small icon="check" onClick=${() => confirm(row)}>${say('confirm')}<//>` },
        ]} />`}`
}

/** Patients who cancelled or missed their last visit and have no new one. */
export function Unbooked() {
    const [from, setFrom] = useState(() => addDays(today(), -90))
    const { data, error, reload } = useList(() => all('/call-lists/unbooked', { from }), [from])
    const what = (/** @type {any} */ appointment) => (appointment.status === 'no_show' ? say('missed') : say(appointment.cancellation?.by === 'clinic' ? 'cancelledBy_clinic' : 'cancelledBy_patient'))
    return html`<div class="lists-bar"><label class="row"><span>${say('since_day')}</span><${DateInput} value=${from} max=${today()} min=${addDays(today(), -366)} onChange=${(/** @type {string} */ next) => next && setFrom(next)} /></label>${data && html`<span class="muted small" role="status">${say('count', { count: data.length })}</span>`}</div>
        ${error && html`<${Failure} error=${error} retry=${reload} />`}${!data ? !error && html`<${Skeleton} rows=${6} />` : !data.length ? html`<${Empty} icon="check" title=${say('emptyUnbooked')} text=${say('emptyUnbookedText')} />`
        : html`<${Table} caption=${say('unbooked')} hideCaption rows=${data} id=${(/** @type {any} */ row) => row.appointment.id} columns=${[
            { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<${Patient} patient=${row.patient} />` },
            { key: 'phone', label: say('phone'), render: (/** @type {any} */ row) => html`<${Phone} patient=${row.patient} />` },
            { key: 'visit', label: say('visit'), render: (/** @type {any} */ row) => html`<span class="number">${dayTime(row.appointment.start)}</span><div class="muted small">${row.appointment.service_name} · ${row.appointment.doctor_name}</div>` },
            { key: 'reason', label: say('reason'), render: (/** @type {any} */ row) => html`<${Badge} tone=${row.appointment.status === 'no_show' ? 'bad' : 'neutral'}>${what(row.appointment)}<//>${row.appointment.cancellation?.reason && html`<div class="small">${row.appointment.cancellation.reason}</div>`}` },
            { key: 'steps', label: say('steps'), render: (/** @type {any} */ row) => html`<${Button} small icon="calendar" onClick=${() => go('calendar', { patient: row.patient, serviceId: row.appointment.service_id })}>${say('book')}<//>` },
        ]} />`}`
}

