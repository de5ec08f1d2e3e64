import { all, del } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Card, Confirm, Failure, Skeleton, toast } from '../../core/ui.js'
import { say } from './words.js'

/** The clinic's shared desks and tablets. */
export function Desks() {
    const { data, error, reload } = useLoad(() => all('/tablets'), [])
    const [ends, setEnds] = useState(/** @type {any} */ (null))
    const end = async () => {
        await del(`/tablets/${ends.id}`)
        toast(say('deskEnded'))
        setEnds(null)
        await reload()
    }
    return html`<${Card} title=${say('desks')}><p class="muted">${say('desksHint')}</p>
        ${error ? html`<${Failure} error=${error} retry=${reload} />` : !data ? html`<${Skeleton} rows=${2} />` : data.length === 0 ? html`<p class="muted">${say('noDesks')}</p>` : html`<ul class="bare admin-list">${data.map((desk) => html`<li key=${desk.id}>
            <span><strong>${desk.name}</strong> <${Badge} tone=${desk.scope === 'kiosk' ? 'violet' : 'info'}>${desk.scope === 'kiosk' ? say('kiosk') : say('staff_scope')}<//><br />
                <span class="muted small">${say('pairedAt', { at: dateTime(desk.paired_at) })}${desk.scope === 'staff' && ` · ${say('people', { count: desk.people })}`}</span></span>
            <${Button} small kind="danger" onClick=${() => setEnds(desk)}>${say('endDesk')}<//></li>`)}</ul>`}
        ${ends && html`<${Confirm} title=${say('endDeskTitle', { name: ends.name })} text=${say('endDeskText')} confirm=${say('endDesk')} danger onClose=${() => setEnds(null)} onConfirm=${end} />`}<//>`
}
