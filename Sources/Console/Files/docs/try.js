import { html, useEffect, useState } from '../core/dom.js'
import { fetchRaw } from '../core/api.js'
import { onForget, useSession } from '../core/session.js'
import { Button, Field, Input, TextArea, problemText } from '../core/ui.js'
import { resolve } from './description.js'
import { Code } from './parts.js'
import { say } from './words.js'

/**
 * Sends the operation with the session that is signed in.
 * @param {{operation: import('./description.js').Operation, components: any}} props
 */
export function Try({ operation, components }) {
    const { state, me, clinic, role } = useSession()
    const parameters = (operation.raw.parameters || []).map((/** @type {any} */ one) => resolve(one, components)).filter((/** @type {any} */ one) => ['path', 'query', 'header'].includes(one.in))
    const shown = parameters.filter((/** @type {any} */ one) => one.in !== 'header' || one.required)
    const media = operation.raw.requestBody?.content?.['application/json']
    const firstExample = resolve(Object.values(media?.examples || {})[0], components)?.value
    const [values, setValues] = useState(/** @type {Record<string, string>} */ ({}))
    const [body, setBody] = useState(firstExample ? JSON.stringify(firstExample, null, 2) : '')
    const [answer, setAnswer] = useState(/** @type {any} */ (null))
    // Answers, and what was typed, may be of patients.
    useEffect(() => onForget(() => {
        setAnswer(null)
        setValues({})
        setBody(firstExample ? JSON.stringify(firstExample, null, 2) : '')
    }), [])
    const needsSession = (operation.raw.security || []).some((/** @type {any} */ one) => Object.keys(one).length) || operation.raw['x-roles']
    const send = async () => {
        const query = new URLSearchParams()
        /** @type {Record<string, string>} */
        const headers = {}
        let path = operation.path
        for (const one of shown) {
            const value = values[one.name] || ''
            if (one.in === 'path') path = path.replace(`{${one.name}}`, encodeURIComponent(value))
            else if (value && one.in === 'query') query.append(one.name, value)
            else if (value) headers[one.name] = value
        }
        if (operation.method !== 'get' && needsSession) headers['Idempotency-Key'] ||= crypto.randomUUID()
        if (media && body.trim()) {
            try {
                JSON.parse(body)
            } catch {
                return setAnswer({ text: say('notJSON') })
            }
            headers['Content-Type'] = 'application/json'
        }
        const before = performance.now()
        try {
            const response = await fetchRaw(path.startsWith('/api') ? path + (String(query) ? `?${query}` : '') : path, { method: operation.method.toUpperCase(), headers, body: media && body.trim() ? body : undefined, open: !needsSession })
            const type = response.headers.get('Content-Type') || ''
            const text = /json/.test(type) ? await response.text() : /text/.test(type) ? await response.text() : `${type} · ${(await response.blob()).size} bytes`
            const json = /json/.test(type) && text ? JSON.parse(text) : null
            setAnswer({ status: response.status, took: Math.round(performance.now() - before), headers: [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n'), value: json ?? text })
        } catch (error) {
            setAnswer({ text: problemText(error) })
        }
    }
    return html`<section class="docs-try"><h2>${say('tryIt')}</h2>
        ${needsSession && (state === 'in' ? html`<p class="muted">${say('signedIn', { name: me?.name || '', role, clinic: clinic?.profile?.name || '–' })}</p>`
        : html`<p class="notice warn">${say('signIn')} <a href="/">${say('signInHere')}</a></p>`)}
        ${operation.method !== 'get' && html`<p class="small muted">${say('real')}</p>`}
        <div class="docs-form">${shown.map((one) => html`<${Field} key=${one.name} label=${`${one.name}${one.required ? ' *' : ''}`}><${Input} placeholder=${one.example ?? ''} value=${values[one.name] || ''} onInput=${(/** @type {string} */ text) => setValues({ ...values, [one.name]: text })} /><//>`)}</div>
        ${media && html`<${Field} label=${say('body')}><${TextArea} spellcheck=${false} value=${body} onInput=${setBody} /><//>`}
        <div><${Button} kind="primary" onClick=${send}>${say('send')}<//></div>
        ${answer && html`<div class="stack" role="status">${answer.text ? html`<p class="notice bad">${answer.text}</p>` : html`<p><strong class="number">${answer.status}</strong> <span class="muted">${answer.took} ms</span></p><${Code} value=${answer.headers} /><${Code} value=${answer.value} />`}</div>`}</section>`
}
