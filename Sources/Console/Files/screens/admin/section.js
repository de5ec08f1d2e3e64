import { html } from '../../core/dom.js'
import { Button, Card } from '../../core/ui.js'
import { FormFrame, useForm } from './form.js'
import { say } from './words.js'

/**
 * A card with a form that saves a part of the settings.
 * @param {{title: string, hint?: string, first: any, send: (value: any, form: import('./form.js').Form) => Promise<any>, onSaved?: (answer: any) => void, children: (form: import('./form.js').Form) => any, class?: string}} props
 */
export function Section({ title, hint, first, send, onSaved, children, class: more }) {
    const form = useForm(first)
    const changed = JSON.stringify(form.value) !== JSON.stringify(first)
    const save = async () => {
        /** @type {any} */
        let answer
        if (await form.submit(async () => (answer = await send(form.value, form)), say('saved'))) onSaved?.(answer)
    }
    return html`<${Card} title=${title} class=${more}>${hint && html`<p class="muted">${hint}</p>`}
        <${FormFrame} form=${form} onSubmit=${save}>${children(form)}<div class="row"><${Button} kind="primary" disabled=${!changed} onClick=${save}>${say('save')}<//></div><//><//>`
}
/** The version of what was read, as `If-Match` wants it. @param {{version: number}} entity */
export const tagOf = (entity) => `"${entity.version}"`
