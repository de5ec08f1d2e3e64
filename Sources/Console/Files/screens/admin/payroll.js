import { html } from '../../core/dom.js'
import { duration, money, number } from '../../core/format.js'
import { Button, Table } from '../../core/ui.js'
import { download } from './files.js'
import { say } from './dashwords.js'

/** Hours and production of the doctors. @param {{figures: Awaited<ReturnType<typeof import('./figures.js').readFigures>>}} props */
export function Payroll({ figures }) {
    const { from, to } = figures.period
    const by = (/** @type {string} */ key) => (/** @type {any} */ a, /** @type {any} */ b) => a[key] - b[key]
    return html`<div class="row spread"><div><h3>${say('payroll')}</h3><p class="muted small">${say('payrollNote')}</p></div><${Button} kind="quiet" onClick=${() => download('/admin/payroll.csv', { from, to }, `payroll-${from}-${to}.csv`)}>${say('csv')}<//></div>
        <${Table} caption=${say('payroll')} hideCaption rows=${figures.payroll} id=${(/** @type {any} */ row) => row.doctor_id} columns=${[
            { key: 'name', label: say('doctor'), render: (/** @type {any} */ row) => html`<bdi>${row.name}</bdi>`, sort: (/** @type {any} */ a, /** @type {any} */ b) => a.name.localeCompare(b.name) },
            { key: 'working_minutes', label: say('working'), align: 'end', render: (/** @type {any} */ row) => duration(row.working_minutes), sort: by('working_minutes') },
            { key: 'booked_minutes', label: say('booked'), align: 'end', render: (/** @type {any} */ row) => duration(row.booked_minutes), sort: by('booked_minutes') },
            { key: 'treated_minutes', label: say('treated'), align: 'end', render: (/** @type {any} */ row) => duration(row.treated_minutes), sort: by('treated_minutes') },
            { key: 'completed', label: say('completed'), align: 'end', render: (/** @type {any} */ row) => number(row.completed), sort: by('completed') },
            { key: 'production', label: say('production'), align: 'end', render: (/** @type {any} */ row) => money(row.production), sort: (/** @type {any} */ a, /** @type {any} */ b) => a.production.amount - b.production.amount },
        ]} />`
}
