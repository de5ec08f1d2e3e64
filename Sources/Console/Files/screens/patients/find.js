// Finding a patient while typing. The results stay on the screen, and the arrow keys walk through them.
import { get } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { age, date } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useSignal } from '../../core/signal.js'
import { Badge, Button, Failure, Icon, PersonName } from '../../core/ui.js'
import { open, recent, showPatient } from './state.js'
import { say } from './words.js'

/**
 * The search field with its results, or the recent patients.
 * @param {{onRegister?: (text: string) => void}} props onRegister is absent if the role may not register patients
 */
export function Find({ onRegister }) {
    const [text, setText] = useState('')
    const [found, setFound] = useState(/** @type {{items: any[], more: boolean} | null} */ (null))
    const [failed, setFailed] = useState(/** @type {any} */ (null))
    const [at, setAt] = useState(0)
    const field = useRef(/** @type {any} */ (null))
    const turn = useRef(0)
    const timer = useRef(/** @type {any} */ (0))
    const known = useSignal(recent)
    const current = useSignal(open)
    useEffect(() => {
        // On a phone the keyboard would cover half of the page.
        if (matchMedia('(min-width: 901px)').matches && !open.get()) field.current?.focus()
        return () => {
            turn.current++
            clearTimeout(timer.current)
        }
    }, [])
    useCommands([
        { id: 'patients-find', title: say('find'), keys: '/', run: () => (field.current?.focus(), field.current?.select()) },
        { id: 'patients-register', title: say('register'), keys: 'n', run: () => onRegister?.(text), when: () => Boolean(onRegister) },
    ])
    const search = async (/** @type {string} */ q) => {
        const mine = ++turn.current
        try {
            const page = await get('/patients', { q, limit: 30 })
            if (mine !== turn.current) return
            setFound({ items: page.items, more: page.has_more })
            setFailed(null)
            setAt(0)
        } catch (error) {
            if (mine === turn.current) setFailed(error)
        }
    }
    const type = (/** @type {string} */ next) => {
        setText(next)
        clearTimeout(timer.current)
        turn.current++
        const q = next.trim()
        if (!q) {
            setFound(null)
            setFailed(null)
            setAt(0)
        } else timer.current = setTimeout(() => search(q), 90)
    }
    useEffect(() => {
        const again = () => failed && search(text.trim())
        window.addEventListener('online', again)
        return () => window.removeEventListener('online', again)
    }, [failed, text])
    // A record that was read since the search is shown as it was read.
    const rows = found ? found.items.map((one) => ({ ...one, ...known.find((two) => two.id === one.id) })) : known
    const key = (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'ArrowDown') setAt(Math.min(at + 1, rows.length - 1))
        else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
        else if (event.key === 'Enter' && rows[at]) showPatient(rows[at])
        else if (event.key === 'Escape' && text) type('')
        else return
        event.preventDefault()
    }
    useEffect(() => {
        document.getElementById(`patients-option-${at}`)?.scrollIntoView({ block: 'nearest' })
    }, [at])
    return html`<search class="patients-find">
        <div class="patients-search"><${Icon} name="search" />
            <input ref=${field} class="input" type="search" role="combobox" aria-label=${say('find')} aria-expanded="true" aria-controls="patients-options" aria-autocomplete="list"
                aria-activedescendant=${rows[at] ? `patients-option-${at}` : undefined} autocomplete="off" spellcheck=${false} placeholder=${say('findHint')}
                value=${text} onInput=${(event) => type(event.target.value)} onKeyDown=${key} />
            ${onRegister && html`<${Button} icon="plus" kind="primary" class="patients-new" aria-label=${say('register')} title=${`${say('register')} (n)`} onClick=${() => onRegister(text)} />`}</div>
        ${failed && html`<${Failure} error=${failed} retry=${() => search(text.trim())} />`}
        <p class="patients-list-head muted small" role="status">${found ? say('foundCount', { count: found.items.length, more: found.more ? '+' : '' }) : known.length ? say('recent') : ''}</p>
        <ul class="bare patients-options" role="listbox" id="patients-options" aria-label=${found ? say('results') : say('recent')}>
            ${rows.map((one, index) => html`<li role="option" key=${one.id} id=${`patients-option-${index}`} aria-selected=${index === at} class=${current?.known.id === one.id ? 'patients-current' : ''}
                onClick=${() => (setAt(index), showPatient(one))}>
                <span class="patients-option-name"><${PersonName} person=${one} /> ${one.restricted && html`<${Icon} name="lock" label=${say('restricted')} />`}${one.provisional && html`<${Badge} tone="violet">${say('provisional')}<//>`}</span>
                <span class="muted small number">${one.birth_date ? `${date(one.birth_date)} · ${age(one.birth_date)}` : ''}${one.phone ? html` <span class="patients-option-phone">${one.phone}</span>` : ''}</span></li>`)}</ul>
        ${found && !found.items.length && html`<div class="empty"><strong>${say('nobody')}</strong><p class="small">${say('nobodyText')}</p>
            ${onRegister && html`<${Button} icon="plus" onClick=${() => onRegister(text)}>${say('register')}<//>`}</div>`}
        ${!found && !known.length && html`<p class="muted small patients-help">${say('findHelp')}</p>`}
    </search>`
}
