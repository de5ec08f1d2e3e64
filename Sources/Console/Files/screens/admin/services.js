import { all } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { duration, money } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Checkbox, Failure, Skeleton, Table } from '../../core/ui.js'
import { forgetServices } from '../money/names.js'
import { bookers } from './bookers.js'
import { ServiceDialog } from './service.js'
import { say } from './words.js'

export function Services() {
    const { data, error, reload } = useLoad(async () => {
        const [services, doctors] = await Promise.all([all('/services', { limit: 200 }), all('/staff', { role: 'doctor', active: true, limit: 200 })])
        return { services, doctors }
    }, [])
    const [retired, setRetired] = useState(false)
    const [open, setOpen] = useState(/** @type {any} */ (null))
    useCommands([{ id: 'admin-new', title: say('addService'), keys: 'n', run: () => setOpen('new') }])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${8} />`
    const changed = async () => {
        forgetServices()
        await reload()
    }
    const shown = data.services.filter((one) => retired || one.active)
    const service = open && open !== 'new' && data.services.find((one) => one.id === open)
    const by = (/** @type {string} */ key) => (/** @type {any} */ a, /** @type {any} */ b) => String(a[key] || '').localeCompare(String(b[key] || ''))
    return html`<div class="stack"><div class="row spread"><${Checkbox} checked=${retired} onChange=${setRetired}>${say('showRetired')}<//><${Button} kind="primary" icon="plus" keys="n" onClick=${() => setOpen('new')}>${say('addService')}<//></div>
        <${Table} caption=${say('services')} hideCaption rows=${shown} onOpen=${(/** @type {any} */ row) => setOpen(row.id)} columns=${[
            { key: 'code', label: say('code'), render: (/** @type {any} */ row) => html`<code>${row.code}</code>`, sort: by('code') },
            { key: 'name', label: say('name'), render: (/** @type {any} */ row) => html`<strong>${row.name}</strong> ${!row.active && html`<${Badge}>${say('retired')}<//>`}`, sort: by('name') },
            { key: 'category', label: say('category'), render: (/** @type {any} */ row) => row.category || html`<span class="muted">–</span>`, sort: by('category') },
            { key: 'duration_minutes', label: say('minutes'), align: 'end', render: (/** @type {any} */ row) => duration(row.duration_minutes), sort: (/** @type {any} */ a, /** @type {any} */ b) => a.duration_minutes - b.duration_minutes },
            { key: 'price', label: say('price'), align: 'end', render: (/** @type {any} */ row) => money(row.price), sort: (/** @type {any} */ a, /** @type {any} */ b) => a.price.amount - b.price.amount },
            { key: 'booked_by', label: say('bookedBy'), render: (/** @type {any} */ row) => bookers().find((one) => one.value === (row.booked_by || ''))?.label },
            { key: 'needs', label: say('needs'), render: (/** @type {any} */ row) => (row.needs || []).join(', ') || html`<span class="muted">–</span>` },
            { key: 'recall', label: say('recall'), render: (/** @type {any} */ row) => (row.recall ? html`<${Badge} tone="info">${recallText(row.recall)}<//>` : html`<span class="muted">–</span>`) },
        ]} />
        ${open && (open === 'new' || service) && html`<${ServiceDialog} key=${open} service=${service || null} doctors=${data.doctors} onClose=${() => setOpen(null)} onChanged=${changed} />`}</div>`
}

/** @param {{months?: number, days?: number}} recall */
export function recallText({ months, days }) {
    return [months && say('monthsShort', { count: months }), days && say('daysShort', { count: days })].filter(Boolean).join(' ')
}
