import { html, useState } from '../../core/dom.js'
import { date, money, today } from '../../core/format.js'
import { Badge, Button, DateInput, Empty, Field, Input, Select, Table } from '../../core/ui.js'
import { DayDialog } from './day.js'
import { Difference } from './difference.js'
import { Pages, usePages } from './pages.js'
import { say } from './words.js'

/** Days of cash drawers. */
export function Days() {
    const [status, setStatus] = useState('')
    const [day, setDay] = useState(today())
    const [drawer, setDrawer] = useState('1')
    const [open, setOpen] = useState(/** @type {any} */ (null))
    const pages = usePages('/day-close', { status: status || undefined })
    return html`<div class="stack">
        <div class="row spread money-sumline"><${Field} label=${say('status')}><${Select} value=${status} onChange=${setStatus} options=${[{ value: '', label: say('all') }, { value: 'open', label: say('openDay') }, { value: 'closed', label: say('closed') }]} /><//>
            <form class="row money-other" onSubmit=${(/** @type {any} */ event) => (event.preventDefault(), setOpen({ date: day, drawer: Number(drawer) || 1 }))}>
                <${Field} label=${say('day')}><${DateInput} value=${day} max=${today()} onChange=${(/** @type {string} */ next) => next && setDay(next)} /><//>
                <${Field} label=${say('drawer')}><${Input} type="number" min="1" max="99" value=${drawer} onInput=${setDrawer} /><//>
                <${Button} type="submit">${say('openIt')}<//></form></div>
        <${Pages} pages=${pages} empty=${html`<${Empty} icon="money" title=${say('noDays')} text=${say('noDaysText')} />`}>
            <${Table} caption=${say('days')} hideCaption rows=${pages.rows} onOpen=${setOpen} columns=${[
                { key: 'date', label: say('day'), render: (/** @type {any} */ row) => html`<strong>${date(row.date, 'full')}</strong>` },
                { key: 'drawer', label: say('drawer'), align: 'end', render: (/** @type {any} */ row) => row.drawer },
                { key: 'status', label: say('status'), render: (/** @type {any} */ row) => html`<${Badge} tone=${row.status === 'closed' ? 'good' : 'info'}>${row.status === 'closed' ? say('closed') : say('openDay')}<//>` },
                { key: 'expected', label: say('expected'), align: 'end', render: (/** @type {any} */ row) => money(row.expected) },
                { key: 'counted', label: say('counted'), align: 'end', render: (/** @type {any} */ row) => (row.counted ? money(row.counted) : html`<span class="muted">–</span>`) },
                { key: 'difference', label: say('difference'), align: 'end', render: (/** @type {any} */ row) => html`<${Difference} value=${row.difference} />` },
            ]} /><//>
        ${open && html`<${DayDialog} key=${`${open.date} ${open.drawer}`} date=${open.date} drawer=${open.drawer} onClose=${() => setOpen(null)} onChanged=${pages.reload} />`}</div>`
}
