import { html, render } from '../../core/dom.js'
import { date, time, today } from '../../core/format.js'
import { Empty, Status } from '../../core/ui.js'
import { columnLabel } from './grid.js'
import { blocksOf, isIn } from './model.js'
import { clinicName, nameIn } from './send.js'
import { say } from './words.js'

/** @typedef {{columns: import('./model.js').Column[], visits: import('../board/model.js').Visit[], blocks: any[], mode: string, day: string, selected?: string, onVisit?: (id: string) => void}} Shown */

/**
 * The day as plain tables, one for each column: on paper, and as the list on narrow screens.
 * @param {Shown} props
 */
export function DayTables({ columns, visits, blocks, mode, selected, onVisit }) {
    const parts = columns.map((column) => ({ column, rows: visits.filter((one) => isIn(one, column)), blocks: blocksOf(blocks, column) })).filter(({ rows, blocks: blocked }) => rows.length || blocked.length)
    if (!parts.length) return html`<${Empty} icon="calendar" title=${say('noVisits')} />`
    return html`<div class="cal-tables">${parts.map(({ column, rows, blocks: blocked }) => html`<section class="cal-table" key=${column.key}><h2><bdi>${columnLabel(column)}</bdi> <span class="muted small">${say('visits', { count: rows.length })}</span></h2>
        ${blocked.map((one) => html`<p class="small muted" key=${one.id}>${time(one.start)}–${time(one.end)} ${one.title || say(one.kind)}</p>`)}
        <table class="table"><thead><tr><th scope="col">${say('time')}</th><th scope="col">${say('patient')}</th><th scope="col">${say('service')}</th><th scope="col">${mode === 'chair' ? say('doctor') : say('chair')}</th><th scope="col">${say('status')}</th></tr></thead>
        <tbody>${rows.map((visit) => {
            const { appointment: a, patient } = visit
            return html`<tr key=${a.id} class=${`${onVisit ? 'opens' : ''} ${selected === a.id ? 'selected' : ''}`} tabIndex=${onVisit ? 0 : undefined} data-visit=${onVisit ? a.id : undefined} onClick=${onVisit && (() => onVisit(a.id))} onKeyDown=${onVisit && ((/** @type {any} */ event) => event.key === 'Enter' && onVisit(a.id))}>
                <td class="number">${time(a.start)}–${time(a.end)}</td><td><strong><bdi>${nameIn(visit)}</bdi></strong><div class="small muted number">${[patient?.birth_date && date(patient.birth_date), patient?.phone].filter(Boolean).map((text, at) => html`<span class="cal-whole">${at ? ' · ' : ''}${text}</span>`)}</div></td>
                <td>${a.service_name}${a.reason ? html`<div class="small muted">${a.reason}</div>` : ''}</td><td><bdi>${mode === 'chair' ? a.doctor_name : a.chair_name}</bdi></td><td><${Status} status=${a.status} /></td></tr>`
        })}</tbody></table></section>`)}</div>`
}

/**
 * Draws the list for the printer. It is drawn at once, because a printing browser does not wait.
 * @param {HTMLElement} box @param {Shown} shown
 */
export function drawForPrint(box, shown) {
    const who = shown.mode === 'chair' ? say('byChair') : shown.mode === 'doctor' ? say('byDoctor') : say('week')
    render(html`<div class="cal-paper"><h1>${clinicName()} · ${date(shown.day, 'full')}</h1><p>${who} · ${say('printedAt', { time: `${date(today())} ${time(Date.now())}` })}</p><${DayTables} ...${shown} /></div>`, box)
}
