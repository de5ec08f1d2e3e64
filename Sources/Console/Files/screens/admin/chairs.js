import { all, post, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Badge, Button, Checkbox, Confirm, Dialog, Failure, Skeleton, Table, toast } from '../../core/ui.js'
import { FormButtons, FormFrame, ListField, listOf, TextField, useForm } from './form.js'
import { tagOf } from './section.js'
import { say } from './words.js'

export function Chairs() {
    const { data, error, reload } = useLoad(() => all('/chairs', { limit: 200 }), [])
    const [retired, setRetired] = useState(false)
    const [open, setOpen] = useState(/** @type {any} */ (null))
    useCommands([{ id: 'admin-new', title: say('addChair'), keys: 'n', run: () => setOpen('new') }])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${5} />`
    const chair = open && open !== 'new' && data.find((one) => one.id === open)
    return html`<div class="stack"><div class="row spread"><${Checkbox} checked=${retired} onChange=${setRetired}>${say('showRetired')}<//><${Button} kind="primary" icon="plus" keys="n" onClick=${() => setOpen('new')}>${say('addChair')}<//></div>
        <${Table} caption=${say('chairs')} hideCaption rows=${data.filter((one) => retired || one.active)} onOpen=${(/** @type {any} */ row) => setOpen(row.id)} columns=${[
            { key: 'name', label: say('name'), render: (/** @type {any} */ row) => html`<strong>${row.name}</strong> ${!row.active && html`<${Badge}>${say('retired')}<//>`}` },
            { key: 'equipment', label: say('equipment'), render: (/** @type {any} */ row) => html`<span class="row">${(row.equipment || []).map((/** @type {string} */ one) => html`<${Badge} key=${one} tone="info">${one}<//>`)}${!row.equipment?.length && html`<span class="muted">–</span>`}</span>` },
        ]} />
        ${open && (open === 'new' || chair) && html`<${ChairDialog} key=${open} chair=${chair || null} onClose=${() => setOpen(null)} onChanged=${reload} />`}</div>`
}

/** @param {{chair: any, onClose: () => void, onChanged: () => any}} props */
function ChairDialog({ chair, onClose, onChanged }) {
    const form = useForm({ name: chair?.name || '', equipment: chair?.equipment || [] })
    const [asks, setAsks] = useState(false)
    const ended = chair && !chair.active
    const send = async () => {
        const name = { name: form.value.name.trim() }
        const equipment = listOf(form.value.equipment)
        const done = await form.submit(async () => {
            const saved = chair ? (name.name === chair.name ? chair : await put(`/chairs/${chair.id}`, name, { ifMatch: tagOf(chair) })) : await post('/chairs', name, { key: form.key(name) })
            if (JSON.stringify(equipment) !== JSON.stringify(chair?.equipment || [])) await put(`/chairs/${saved.id}/equipment`, { equipment })
        }, say('chairSaved'), { 'chair-name-taken': 'name' })
        if (!done) return
        onClose()
        await onChanged()
    }
    const retire = async () => {
        await post(`/chairs/${chair.id}/retire`)
        toast(say('chairRetired'))
        onClose()
        await onChanged()
    }
    return html`<${Dialog} title=${chair ? chair.name : say('addChair')} onClose=${onClose} footer=${html`
            ${chair && html`<${Button} icon="history" onClick=${() => go('history/changes', { kind: 'chair', id: chair.id, title: chair.name })}>${say('history')}<//>`}
            ${chair?.active && html`<${Button} kind="danger" onClick=${() => setAsks(true)}>${say('retire')}<//>`}${!ended && html`<${FormButtons} form=${form} onCancel=${onClose} onSubmit=${send} label=${say('save')} />`}`}>
        <${FormFrame} form=${form} onSubmit=${send}><${TextField} form=${form} name="name" label=${say('chairName')} autocomplete="off" disabled=${ended} />
            <${ListField} form=${form} name="equipment" label=${say('equipment')} hint=${say('equipmentHint')} autocomplete="off" disabled=${ended} /><//>
        ${asks && html`<${Confirm} title=${say('retireChair', { name: chair.name })} text=${say('retireChairText')} confirm=${say('retire')} danger onClose=${() => setAsks(false)} onConfirm=${retire} />`}<//>`
}
