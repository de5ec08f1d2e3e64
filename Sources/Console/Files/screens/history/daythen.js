import { get } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { dateTime, duration, money, nameOf, time } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Empty, Failure, Skeleton, Status, Table } from '../../core/ui.js'
import { wide } from '../money/wide.js'
import { instantOf } from './instant.js'
import { say } from './words.js'

/** @param {string} path @param {any} query */
async function rowsOf(path, query) {
    return (await get(path, query)).items
}

/**
 * A day's list as it was at an instant, beside what it is now.
 * @param {{path: string, query: Record<string, string>, at: Date, compare: boolean}} props
 */
export function DayThen({ path, query, at, compare }) {
    const asked = JSON.stringify([path, query])
    const then = useLoad(() => rowsOf(path, { ...query, as_of: instantOf(at) }), [asked, at.getTime()])
    const now = useLoad(() => (compare ? rowsOf(path, query) : Promise.resolve([])), [asked, compare])
    if (then.error) return html`<${Failure} error=${then.error} retry=${then.reload} />`
    if (!then.data) return html`<${Skeleton} rows=${8} />`
    const current = new Map((now.data || []).map((/** @type {any} */ row) => [row.appointment.id, row.appointment]))
    const before = new Set(then.data.map((/** @type {any} */ row) => row.appointment.id))
    const added = compare && now.data ? now.data.filter((/** @type {any} */ row) => !before.has(row.appointment.id)) : []
    const rows = [...then.data.map((/** @type {any} */ row) => ({ ...row, then: true })), ...added.map((/** @type {any} */ row) => ({ ...row, then: false }))].sort((a, b) => a.appointment.start.localeCompare(b.appointment.start) || a.appointment.id.localeCompare(b.appointment.id))
    /** What is different now. @param {any} row */
    const change = (row) => {
        if (!now.data) return null
        if (!row.then) return html`<${Badge} tone="violet">${say('added')}<//>`
        const found = current.get(row.appointment.id)
        if (!found) return html`<${Badge} tone="bad">${say('gone')}<//>`
        const parts = []
        if (found.status !== row.appointment.status) parts.push(html`<${Status} status=${found.status} />`)
        if (found.start !== row.appointment.start) parts.push(html`<${Badge} tone="info">${time(found.start)}<//>`)
        if (found.chair_id !== row.appointment.chair_id) parts.push(html`<${Badge} tone="info">${found.chair_name}<//>`)
        if (found.doctor_id !== row.appointment.doctor_id) parts.push(html`<${Badge} tone="info"><bdi>${found.doctor_name}</bdi><//>`)
        return parts.length ? html`<span class="row">${parts}</span>` : html`<span class="muted">${say('same')}</span>`
    }
    const differs = rows.filter((row) => !row.then || !current.has(row.appointment.id) || ['status', 'start', 'chair_id', 'doctor_id'].some((key) => current.get(row.appointment.id)[key] !== row.appointment[key])).length
    return html`<div class="row spread"><h2>${say('asOf', { at: dateTime(at) })}</h2>${compare && now.data && rows.length > 0 && html`<span class="muted">${say('differs', { count: differs })}</span>`}</div>
        <div aria-busy=${then.loading} class="history-then">${rows.length === 0 ? html`<${Empty} icon="history" title=${say('nobodyThen')} />` : html`<${Table} caption=${say('asOf', { at: dateTime(at) })} hideCaption rows=${rows} id=${(/** @type {any} */ row) => row.appointment.id} columns=${[
            { key: 'time', label: say('time'), render: (/** @type {any} */ row) => html`<span class="number">${time(row.appointment.start)}–${time(row.appointment.end)}</span>` },
            { key: 'patient', label: say('patient'), render: (/** @type {any} */ row) => html`<bdi class=${row.then ? '' : 'muted'}>${nameOf(row.patient)}</bdi>` },
            { key: 'service', label: say('service'), align: wide('start'), render: (/** @type {any} */ row) => row.appointment.service_name },
            { key: 'doctor', label: say('doctor'), align: wide('start'), render: (/** @type {any} */ row) => html`<bdi>${row.appointment.doctor_name}</bdi>` },
            { key: 'chair', label: say('chair'), align: wide('start'), render: (/** @type {any} */ row) => row.appointment.chair_name },
            { key: 'status', label: say('status'), render: (/** @type {any} */ row) => (row.then ? html`<${Status} status=${row.appointment.status} />` : html`<span class="muted">–</span>`) },
            ...(path.includes('queue') ? [
                { key: 'wait', label: say('wait'), align: /** @type {'end'} */ ('end'), render: (/** @type {any} */ row) => (row.then && row.wait ? html`<span class=${at > new Date(row.wait.warn_at) ? 'history-late' : ''}>${duration((at.getTime() - Date.parse(row.wait.since)) / 60_000)}</span>` : '') },
                { key: 'owes', label: say('owes'), align: /** @type {'end'} */ ('end'), render: (/** @type {any} */ row) => (row.then && row.balance_due?.amount ? money(row.balance_due) : '') },
            ] : []),
            ...(compare ? [{ key: 'now', label: say('nowColumn'), render: change }] : []),
        ]} />`}</div>`
}
