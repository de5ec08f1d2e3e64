import { html } from '../../core/dom.js'
import { Button, toast } from '../../core/ui.js'
import { say } from './words.js'
import { explain } from '../../pages/problems.js'

/**
 * A button whose failure is told in the patient's words.
 * @param {{onClick: (event: any) => any, children?: any, [other: string]: any}} props
 */
export function Act({ onClick, children, ...rest }) {
    const run = async (/** @type {any} */ event) => {
        try {
            await onClick(event)
        } catch (error) {
            toast(explain(error), { tone: 'bad' })
        }
    }
    return html`<${Button} ...${rest} onClick=${run}>${children}<//>`
}

/** @param {{error: any, retry?: () => any}} props */
export function Failed({ error, retry }) {
    return html`<div class="notice bad stack" role="alert"><p>${explain(error)}</p>${retry && html`<div><${Button} onClick=${retry}>${say('retry')}<//></div>`}</div>`
}
