import { html } from '../core/dom.js'
import { Button, Dialog } from '../core/ui.js'

/**
 * Asks before a step; the two buttons name both ways, since `Cancel` alone could mean the visit.
 * @param {{title: any, text?: any, keep: string, confirm: string, danger?: boolean, onConfirm: () => any, onClose: () => any, children?: any}} props
 */
export function Sure({ title, text, keep, confirm, danger, onConfirm, onClose, children }) {
    return html`<${Dialog} title=${title} onClose=${onClose} footer=${html`<${Button} onClick=${onClose}>${keep}<//><${Button} kind=${danger ? 'danger' : 'primary'} onClick=${onConfirm}>${confirm}<//>`}>
        ${text && html`<p>${text}</p>`}${children}<//>`
}
