import { post } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { dateTime } from '../../core/format.js'
import { Badge, Button, Empty, Table, toast } from '../../core/ui.js'
import { say as sayAdmin } from '../admin/words.js'
import { Pages, usePages } from '../money/pages.js'
import { say } from './words.js'

/** Notifications that were given up. */
export function Deliveries() {
    const pages = usePages('/notification-deliveries', {})
    const send = async (/** @type {any} */ row) => {
        await post(`/notification-deliveries/${row.id}/send`)
        toast(say('sent'))
        await pages.reload()
    }
    return html`<div class="stack"><div class="row spread"><p class="muted">${say('deadHint')}</p><${Button} kind="quiet" onClick=${pages.reload}>${say('refresh')}<//></div>
        <${Pages} pages=${pages} empty=${html`<${Empty} icon="check" title=${say('noDead')} text=${say('noDeadText')} />`}>
            <${Table} caption=${say('deliveries')} hideCaption rows=${pages.rows} columns=${[
                { key: 'type', label: say('kind'), render: (/** @type {any} */ row) => html`<strong>${sayAdmin(row.type)}</strong>` },
                { key: 'channel', label: say('channel'), render: (/** @type {any} */ row) => html`<${Badge}>${say(row.channel)}<//>` },
                { key: 'reason', label: say('reason'), render: (/** @type {any} */ row) => row.reason || '–' },
                { key: 'attempts', label: say('attempts'), align: 'end' },
                { key: 'created_at', label: say('caused'), render: (/** @type {any} */ row) => html`<span class="number">${dateTime(row.created_at)}</span>` },
                { key: 'expires_at', label: say('expires'), render: (/** @type {any} */ row) => html`<span class="number">${dateTime(row.expires_at)}</span>` },
                { key: 'send', label: html`<span class="sr-only">${say('sendAgain')}</span>`, align: 'end', render: (/** @type {any} */ row) => (Date.parse(row.expires_at) < Date.now() ? html`<span class="muted">${say('expired')}</span>` : html`<${Button} small onClick=${() => send(row)}>${say('sendAgain')}<//>`) },
            ]} /><//></div>`
}
