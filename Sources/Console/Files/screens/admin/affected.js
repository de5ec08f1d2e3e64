import { all } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, nameOf, time } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Badge, Button, Dialog, Empty, Failure, Skeleton, Table } from '../../core/ui.js'
import { say } from './words.js'

const read = () => all('/affected-appointments', { limit: 200 })

/**
 * Says that a change has made visits impossible.
 * @param {{affected: any}} props `affected_appointments` of an answer
 */
export function Affected({ affected }) {
    const [open, setOpen] = useState(false)
    if (!affected?.count) return null
    return html`<div class="notice warn row spread" role="status"><span>${say('affected', { count: affected.count })}</span><${Button} small onClick=${() => setOpen(true)}>${say('showAffected')}<//></div>
        ${open && html`<${AffectedDialog} onClose=${() => setOpen(false)} />`}`
}

/** The same for visits of which the clinic knows already. */
export function AffectedNow() {
    const { data } = useLoad(read, [])
    return html`<${Affected} affected=${{ count: data?.length || 0 }} />`
}

/** Visits that cannot take place as they were booked. A visit opens in the calendar, where it can be moved. @param {{onClose: () => void}} props */
function AffectedDialog({ onClose }) {
    const { data, error, reload } = useLoad(read, [])
    return html`<${Dialog} wide title=${say('affectedTitle')} onClose=${onClose}><p class="muted">${say('affectedHint')}</p>
        ${error ? html`<${Failure} error=${error} retry=${reload} />` : !data ? html`<${Skeleton} />` : data.length === 0 ? html`<${Empty} icon="check" title=${say('noneAffected')} />` : html`<${Table} caption=${say('affectedTitle')} hideCaption rows=${data} id=${(/** @type {any} */ row) => row.appointment.id}
            onOpen=${(/** @type {any} */ row) => go('calendar', { appointmentId: row.appointment.id, date: row.appointment.date })} columns=${[
                { key: 'when', label: say('when'), render: (/** @type {any} */ row) => html`<span class="number">${date(row.appointment.date)} ${time(row.appointment.start)}</span>` },
                { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<bdi>${nameOf(row.patient)}</bdi>` },
                { key: 'service', label: say('service'), render: (/** @type {any} */ row) => row.appointment.service_name },
                { key: 'doctor', label: say('doctor'), render: (/** @type {any} */ row) => html`<bdi>${row.appointment.doctor_name}</bdi>` },
                { key: 'cause', label: say('cause'), render: (/** @type {any} */ row) => html`<${Badge} tone="warn">${say(/** @type {any} */ (`cause_${row.cause}`))}<//>` },
            ]} />`}<//>`
}
