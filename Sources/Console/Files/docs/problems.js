import { html } from '../core/dom.js'
import { useLoad } from '../core/load.js'
import { Failure, Skeleton } from '../core/ui.js'
import { Code, Prose } from './parts.js'
import { say } from './words.js'

/**
 * The kinds of problems, or one of them.
 * @param {{name: string}} props
 */
export function ProblemsPage({ name }) {
    const { data, error, reload } = useLoad(async () => {
        const response = await fetch(`/problems${name ? `/${encodeURIComponent(name)}` : ''}`, { headers: { Accept: 'application/json' } })
        if (!response.ok) throw new Error(`HTTP ${response.status}`)
        return response.json()
    }, [name])
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${8} />`
    if (name) return html`<${ProblemPage} kind=${data} />`
    const kinds = data.items
    return html`<article><h1>${say('catalogue')}</h1><section><div class="docs-fields">${kinds.map((/** @type {any} */ kind) => html`<div class="docs-field" key=${nameOf(kind)}><div><a class="name" href=${`#problems/${nameOf(kind)}`}>${nameOf(kind)}</a> <span class="type">${kind.status}</span></div><span>${kind.title}</span></div>`)}</div></section></article>`
}

/**
 * @param {any} kind
 * @returns {string}
 */
function nameOf(kind) {
    return kind.type.split(':').pop()
}

/**
 * @param {{kind: any}} props
 */
function ProblemPage({ kind }) {
    return html`<article><p class="muted small"><a href="#problems">${say('catalogue')}</a></p><h1>${kind.title}</h1><p class="docs-address">${kind.type} · ${kind.status}</p>
        ${[['when', kind.means], ['what', kind.remedy]].filter(([, text]) => text).map(([key, text]) => html`<section key=${key}><h2>${say(/** @type {any} */ (key))}</h2><${Prose} text=${text} /></section>`)}
        ${kind.members?.length > 0 && html`<section><h2>${say('fields')}</h2><div class="docs-fields">${kind.members.map((/** @type {any} */ one) => html`<div class="docs-field" key=${one.name}><span class="name">${one.name}</span><span>${one.description}</span></div>`)}</div></section>`}
        ${kind.example && html`<section><h2>${say('example')}</h2><${Code} value=${kind.example} /></section>`}
        ${kind.operations?.length > 0 && html`<section><h2>${say('answeredBy')}</h2><div class="row">${kind.operations.slice(0, 60).map((/** @type {string} */ id) => html`<a key=${id} href=${`#${id}`}><code>${id}</code></a>`)}</div></section>`}</article>`
}
