// The server's description as pages: operations by tag, and the kinds of problems.
import { html, render, useEffect, useState } from '../core/dom.js'
import { useLoad } from '../core/load.js'
import { start } from '../core/session.js'
import { Failure, Input, Skeleton, Toasts } from '../core/ui.js'
import { languageNames, languages, setLanguage, useLanguage } from '../core/words.js'
import { description } from './description.js'
import { OperationPage } from './operation.js'
import { ProblemsPage } from './problems.js'
import { say } from './words.js'

function read() {
    try {
        return decodeURIComponent(location.hash.slice(1))
    } catch {
        return '' // An address that somebody has cut off, such as `#%`.
    }
}

function useFragment() {
    const [fragment, set] = useState(read)
    useEffect(() => {
        const look = () => set(read())
        window.addEventListener('hashchange', look)
        return () => window.removeEventListener('hashchange', look)
    }, [])
    return fragment
}

function Docs() {
    const tongue = useLanguage()
    const { data, error, reload } = useLoad(description, [])
    const fragment = useFragment()
    const [text, setText] = useState('')
    useEffect(() => {
        start()
    }, [])
    useEffect(() => window.scrollTo(0, 0), [fragment])
    const operation = data?.operations.get(fragment)
    const parts = text.toLowerCase().split(/\s+/).filter(Boolean)
    const fits = (/** @type {any} */ one) => parts.every((part) => one.text.includes(part))
    const tags = (data?.tags || []).map((tag) => ({ ...tag, shown: tag.operations.filter(fits) })).filter((tag) => tag.shown.length)
    return html`<div class="docs-page" key=${tongue}>
        <nav class="docs-side" aria-label=${say('title')}><div class="row spread"><h1><a href="/">Chairside</a> ${say('title')}</h1><select class="input" aria-label="Language" value=${tongue} onChange=${(event) => setLanguage(event.target.value)}>${languages.map((one) => html`<option value=${one} selected=${one === tongue}>${languageNames[one]}</option>`)}</select></div>
            <${Input} type="search" aria-label=${say('search')} placeholder=${say('search')} value=${text} onInput=${setText} />
            <div class="docs-list"><a href="#problems" aria-current=${fragment.startsWith('problems') ? 'page' : undefined}>${say('catalogue')}</a><a href="/openapi.json">${say('raw')}</a></div>
            ${data && !tags.length && html`<p class="muted">${say('none')}</p>`}
            ${tags.map((tag) => html`<details class="docs-tag" key=${tag.name} open=${parts.length > 0 || operation?.tag === tag.name}><summary>${tag.name} <span class="muted small">${tag.shown.length}</span></summary>
                <div class="docs-list">${tag.shown.map((/** @type {any} */ one) => html`<a key=${one.id} href=${`#${one.id}`} aria-current=${one.id === fragment ? 'page' : undefined}><span class=${`docs-method ${one.method}`}>${one.method.toUpperCase()}</span><span>${one.summary}</span></a>`)}</div></details>`)}</nav>
        <main class="docs-main">${error ? html`<${Failure} error=${error} retry=${reload} />` : !data ? html`<${Skeleton} rows=${8} />`
        : fragment.startsWith('problems') ? html`<${ProblemsPage} name=${fragment.split('/')[1] || ''} />`
        : operation ? html`<${OperationPage} operation=${operation} components=${data.components} />` : html`<article><h1>${say('title')}</h1><section><p>${say('entry')}</p><p class="muted">${say('start')} ${say('operations', { count: data.operations.size })}.</p></section></article>`}</main><${Toasts} /></div>`
}

render(html`<${Docs} />`, /** @type {HTMLElement} */ (document.getElementById('docs')))
