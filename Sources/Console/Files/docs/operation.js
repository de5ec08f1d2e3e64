import { html } from '../core/dom.js'
import { Badge } from '../core/ui.js'
import { resolve, typeText } from './description.js'
import { Examples, Fields, Prose } from './parts.js'
import { Try } from './try.js'
import { say } from './words.js'

/**
 * One operation with its parameters, body, answers, problems, and a form that sends it.
 * @param {{operation: import('./description.js').Operation, components: any}} props
 */
export function OperationPage({ operation, components }) {
    const { raw } = operation
    const parameters = (raw.parameters || []).map((/** @type {any} */ one) => resolve(one, components))
    const answers = Object.entries(raw.responses).map(([status, one]) => ({ status, answer: resolve(one, components) }))
    const good = answers.filter(({ status }) => status < '400')
    const problems = answers.filter(({ status }) => status >= '400').flatMap(({ status, answer }) => (answer['x-problem-types'] || []).map((/** @type {string} */ type) => ({ status, name: type.split(':').pop() })))
    const roles = raw['x-roles']
    return html`<article><p class="muted small">${operation.tag}</p><h1>${operation.summary}</h1>
        <p class="docs-address"><span class=${`docs-method ${operation.method}`}>${operation.method.toUpperCase()}</span> ${operation.path}</p>
        <div class="row"><code>${operation.id}</code>${roles ? html`<span class="muted">${say('roles')}</span>${roles.map((/** @type {string} */ role) => html`<${Badge} key=${role} tone="info">${role}<//>`)}` : html`<${Badge}>${say('everybody')}<//>`}</div>
        <section><${Prose} text=${raw.description} /></section>
        ${parameters.length > 0 && html`<section><h2>${say('parameters')}</h2><div class="docs-fields">${parameters.map((/** @type {any} */ one) => html`<div class="docs-field" key=${one.name + one.in}><div><span class="name">${one.name}</span> <span class="type">${one.in} · ${typeText(one.schema, components)}${one.required ? ` · ${say('required')}` : ''}</span></div><${Prose} text=${one.description} /></div>`)}</div></section>`}
        ${Object.entries(raw.requestBody?.content || {}).map(([type, media]) => html`<section key=${type}><h2>${say('body')} <span class="muted small">${type}</span></h2><${Fields} schema=${media.schema} components=${components} /><${Examples} examples=${media.examples} components=${components} /></section>`)}
        ${good.map(({ status, answer }) => html`<section key=${status}><h2>${say('answer', { status })}</h2><${Prose} text=${answer.description} />${Object.entries(answer.content || {}).map(([type, media]) => html`<div class="stack" key=${type}><span class="muted small">${type}</span><${Fields} schema=${media.schema} components=${components} /><${Examples} examples=${media.examples} components=${components} /></div>`)}</section>`)}
        ${problems.length > 0 && html`<section><h2>${say('problems')}</h2><div class="row">${problems.map(({ status, name }) => html`<a key=${name} href=${`#problems/${name}`}><${Badge}>${status} ${name}<//></a>`)}</div></section>`}
        <${Try} key=${operation.id} operation=${operation} components=${components} /></article>`
}
