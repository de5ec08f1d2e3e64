import { del, get, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Badge, Button, Card, Checkbox, Confirm, Dialog, Empty, Failure, Menu, Skeleton, Table, toast } from '../../core/ui.js'
import { HookDialog, Secret } from './hook.js'
import { say } from './words.js'

/** @type {Record<string, any>} */
const tones = { active: 'good', paused: 'warn', disabled: 'bad', delivered: 'good', queued: 'info', failed: 'bad', dropped: 'neutral' }

/** The clinic's webhooks. */
export function Webhooks() {
    const { data, error, reload } = useLoad(() => get('/webhooks'), [])
    const [open, setOpen] = useState(/** @type {any} */ (null))
    const close = () => setOpen(null)
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${5} />`
    const act = async (/** @type {any} */ hook, /** @type {string} */ step) => {
        await post(`/webhooks/${hook.id}/${step}`)
        await reload()
    }
    const test = async (/** @type {any} */ hook) => {
        await post(`/webhooks/${hook.id}/test`)
        toast(say('tested'))
        setOpen({ messages: hook })
    }
    return html`<div class="stack"><div class="row spread"><p class="muted">${say('hookHint')}</p><${Button} kind="primary" icon="plus" onClick=${() => setOpen({ edit: {} })}>${say('register')}<//></div>
        ${data.items.length === 0 && html`<${Empty} icon="bell" title=${say('noHooks')} text=${say('noHooksText')} />`}
        ${data.items.map((/** @type {any} */ hook) => html`<${Card} key=${hook.id}><div class="row spread"><div><strong class="history-url">${hook.url}</strong><br /><span class="muted small">${hook.event_types.slice(0, 6).join(', ')}${hook.event_types.length > 6 ? ` + ${hook.event_types.length - 6}` : ''}</span></div>
                <div class="row"><${Badge} tone=${tones[hook.state]}>${say(hook.state)}<//>${hook.disabled_reason && html`<span class="small">${hook.disabled_reason === 'gone' ? say('hookGone') : say('unanswered')}</span>`}${hook.failing_since && html`<${Badge} tone="bad">${say('failing', { at: dateTime(hook.failing_since) })}<//>`}</div></div>
            <div class="row"><${Button} small onClick=${() => setOpen({ messages: hook })}>${say('lastMessages')}<//><${Button} small onClick=${() => test(hook)}>${say('test')}<//>
                ${hook.state === 'active' ? html`<${Button} small onClick=${() => act(hook, 'pause')}>${say('pause')}<//>` : html`<${Button} small kind="primary" onClick=${() => setOpen({ resume: hook })}>${say('resume')}<//>`}
                <${Menu} small icon="more" ariaLabel=${say('edit')} items=${[{ label: say('edit'), run: () => setOpen({ edit: hook }) }, { label: say('newSecret'), run: () => setOpen({ secret: hook }) }, { label: say('remove'), danger: true, run: () => setOpen({ remove: hook }) }]} /></div><//>`)}
        ${open?.edit && html`<${HookDialog} hook=${open.edit} onClose=${close} onChanged=${reload} />`}
        ${open?.secret && html`<${Secret} hook=${open.secret} onClose=${close} />`}
        ${open?.messages && html`<${Messages} hook=${open.messages} onClose=${close} />`}
        ${open?.resume && html`<${Resume} hook=${open.resume} onClose=${close} onChanged=${reload} />`}
        ${open?.remove && html`<${Confirm} title=${say('removeTitle')} text=${say('removeText')} confirm=${say('remove')} danger onClose=${close} onConfirm=${async () => {
            await del(`/webhooks/${open.remove.id}`)
            toast(say('removed'))
            close()
            await reload()
        }} />`}</div>`
}

/** Goes on sending; what waits is sent or skipped. @param {{hook: any, onClose: () => void, onChanged: () => any}} props */
function Resume({ hook, onClose, onChanged }) {
    const [skips, setSkips] = useState(false)
    const resume = async () => {
        await post(`/webhooks/${hook.id}/resume`, { skip_missed: skips })
        onClose()
        await onChanged()
    }
    return html`<${Confirm} title=${say('resume')} text=${hook.url} confirm=${say('resume')} onClose=${onClose} onConfirm=${resume}><${Checkbox} checked=${skips} onChange=${setSkips}>${say('skipMissed')}<//><//>`
}

/** @param {{hook: any, onClose: () => void}} props */
function Messages({ hook, onClose }) {
    const { data, error, reload } = useLoad(() => get(`/webhooks/${hook.id}/deliveries`), [hook.id])
    return html`<${Dialog} wide title=${say('lastMessages')} onClose=${onClose} footer=${html`<${Button} onClick=${reload}>${say('refresh')}<//>`}><p class="muted history-url">${hook.url}</p>
        ${error ? html`<${Failure} error=${error} retry=${reload} />` : !data ? html`<${Skeleton} />` : data.items.length === 0 ? html`<p class="muted">${say('noDeliveries')}</p>` : html`<${Table} caption=${say('lastMessages')} hideCaption rows=${data.items} columns=${[
            { key: 'created_at', label: say('when'), render: (/** @type {any} */ row) => html`<span class="number">${dateTime(row.created_at)}</span>` },
            { key: 'event_type', label: say('event'), render: (/** @type {any} */ row) => html`<code>${row.event_type}</code>` },
            { key: 'state', label: say('outcome'), render: (/** @type {any} */ row) => html`<${Badge} tone=${tones[row.state]}>${say(row.state)}<//>` },
            { key: 'answer', label: say('answer'), render: (/** @type {any} */ row) => row.status || (row.failure || '').replaceAll('_', ' ') || '–' },
            { key: 'attempts', label: say('attempts'), align: 'end' },
            { key: 'position', label: say('position'), align: 'end', render: (/** @type {any} */ row) => row.position || '–' },
        ]} />`}<//>`
}
