import { html, useState } from '../core/dom.js'
import { members, resolve, typeText } from './description.js'
import { say } from './words.js'

/**
 * Text of the description: paragraphs, and code between backquotes.
 * @param {{text: string|undefined}} props
 */
export function Prose({ text }) {
    return (text || '').split(/\n{2,}/).map((paragraph) => html`<p>${paragraph.split(/(`[^`]+`)/).map((part) => (part.startsWith('`') ? html`<code>${part.slice(1, -1)}</code>` : part.replaceAll('**', '')))}</p>`)
}

/**
 * @param {{value: any}} props
 */
export function Code({ value }) {
    return html`<pre class="docs-code" tabIndex=${0}>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>`
}

/**
 * The members of a schema; those of a member are shown when it is opened.
 * @param {{schema: any, components: any, depth?: number}} props
 */
export function Fields({ schema, components, depth = 0 }) {
    const list = members(schema, components)
    if (!list.length) return html`<p class="muted">${typeText(schema, components)}</p>`
    return html`<div class="docs-fields">${list.map((one) => html`<${Member} key=${one.name} ...${one} components=${components} depth=${depth} />`)}</div>`
}

/**
 * @param {{name: string, schema: any, required: boolean, components: any, depth: number}} props
 */
function Member({ name, schema, required, components, depth }) {
    const [open, setOpen] = useState(false)
    const found = resolve(schema, components) || {}
    const nested = depth < 6 && members(found, components).length > 0
    return html`<div class="docs-field"><div><span class="name">${name}</span> <span class="type">${typeText(schema, components)}${required ? ` · ${say('required')}` : ''}</span></div>
        <${Prose} text=${schema.description || found.description} />
        ${nested && html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}><summary>${say('nested')}</summary>${open && html`<${Fields} schema=${found} components=${components} depth=${depth + 1} />`}</details>`}</div>`
}

/**
 * Examples, one at a time.
 * @param {{examples: Record<string, any>|undefined, components: any}} props
 */
export function Examples({ examples, components }) {
    const names = Object.keys(examples || {})
    const [chosen, choose] = useState('')
    if (!names.length) return null
    const name = names.includes(chosen) ? chosen : names[0]
    const example = resolve(examples?.[name], components)
    return html`<div class="stack">${names.length > 1 && html`<div class="row" role="group" aria-label=${say('examples')}>${names.map((one) => html`<button type="button" key=${one} class="button small" aria-pressed=${one === name} onClick=${() => choose(one)}>${one}</button>`)}</div>`}
        <p class="muted">${example?.summary}</p><${Code} value=${example?.value} /></div>`
}
