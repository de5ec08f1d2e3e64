// What everybody who treats or receives a patient has to know. Doctors and admins read allergies and conditions; the
// reception gets the alerts that the queue shows for a visit.
import { all, get } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { date } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Icon, IconButton, PersonName } from '../../core/ui.js'
import { upcoming, past } from './visits-of.js'
import { say } from './words.js'

/** @typedef {{text: string, detail?: string, high: boolean, kind: 'allergy'|'condition'}} Alert */

/**
 * @param {string|null} id of a patient whose record is open to the caller
 * @param {any[]|undefined} visits
 * @param {string} role
 */
export function useAlerts(id, visits, role) {
    const reads = role === 'doctor' || role === 'admin'
    const near = reads || !visits ? null : upcoming(visits)[0] || past(visits).find((one) => one.status !== 'cancelled' && one.status !== 'entered_in_error') || null
    return useLoad(async () => {
        if (!id) return undefined
        if (reads) {
            const [allergies, conditions] = await Promise.all([all(`/patients/${id}/allergies`, { status: 'current' }), all(`/patients/${id}/conditions`, { status: 'current' })])
            return { items: [
                ...allergies.map((one) => ({ kind: 'allergy', text: one.substance, detail: one.reaction, high: one.criticality === 'high' })),
                ...conditions.map((one) => ({ kind: 'condition', text: one.name, detail: one.note, high: one.is_alert })),
            ].sort((a, b) => Number(b.high) - Number(a.high)), full: true }
        }
        if (!visits) return undefined
        if (!near) return { items: [], full: false }
        const { items } = await get('/reception/queue', { date: near.date, doctor_id: near.doctor_id })
        const entry = items.find((one) => one.appointment.patient_id === id || one.patient?.id === id)
        return { items: (entry?.alerts || []).map((one) => ({ kind: one.kind, text: one.text, high: true })), full: Boolean(entry), on: near.date }
    }, [id, reads, near?.id, Boolean(visits)])
}

/** @param {{alerts: any, role: string, patient: any, onEdit?: () => void}} props */
export function Alerts({ alerts, role, patient, onEdit }) {
    const { data, error } = alerts
    if (error) return html`<p class="patients-alerts patients-alerts-unknown" role="status"><${Icon} name="warning" />${say('alertsFailed')}</p>`
    if (!data) return html`<p class="patients-alerts patients-alerts-none" role="status">${say('alertsLoading')}</p>`
    const edit = onEdit && html`<${IconButton} name="edit" small label=${say('alertsEdit')} class="patients-alerts-edit" onClick=${onEdit} />`
    if (!data.items.length) return html`<div class="patients-alerts patients-alerts-none" role="status"><${Icon} name="info" />${data.full ? say('alertsNone') : say('alertsNoVisit')}${edit}</div>`
    return html`<div class="patients-alerts" role="status"><${Icon} name="warning" /><strong class="patients-alerts-word">${say('alerts')}</strong><strong class="patients-alerts-name" aria-hidden="true"><${PersonName} person=${patient} /></strong>
        <ul class="bare row">${data.items.map((one) => html`<li class=${one.high ? 'patients-alert-high' : 'patients-alert-low'} title=${one.detail || undefined}>
            <span class="patients-alert-kind">${say(one.kind)}</span> <strong>${one.text}</strong>${one.detail ? html` <span>${one.detail}</span>` : ''}</li>`)}</ul>
        ${role === 'receptionist' && data.on && html`<span class="small">${say('alertsOn', { day: date(data.on) })}</span>`}${edit}</div>`
}
