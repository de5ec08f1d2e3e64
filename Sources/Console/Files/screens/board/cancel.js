import { html, useState } from '../../core/dom.js'
import { Button, Dialog, Field, TextArea } from '../../core/ui.js'
import { nameIn, take } from './actions.js'
import { say } from './words.js'

/**
 * Cancels a visit, with a reason.
 * @param {{visit: import('./model.js').Visit, onClose: () => void}} props
 */
export function CancelDialog({ visit, onClose }) {
    const [reason, setReason] = useState('')
    const [missing, setMissing] = useState(false)
    const go = async () => {
        if (!reason.trim()) return setMissing(true)
        if (await take('cancel', visit, { reason: reason.trim() })) onClose()
    }
    return html`<${Dialog} title=${html`<bdi>${say('cancelTitle', { name: nameIn(visit) })}</bdi>`} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${say('keep')}<//><${Button} kind="danger" onClick=${go}>${say('cancel')}<//>`}>
        <${Field} label=${say('reason')} hint=${say('reasonHint')} error=${missing && !reason.trim() ? say('missing') : ''}><${TextArea} autofocus maxLength="500" value=${reason} onInput=${setReason} /><//><//>`
}
