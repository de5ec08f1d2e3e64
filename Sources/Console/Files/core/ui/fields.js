import { cloneElementWith } from './clone.js'
import { html, useEffect, useLayoutEffect, useRef, useState } from '../dom.js'
import { get } from '../api.js'
import { age, date, exponent, locale, parseMoney } from '../format.js'
import { session } from '../session.js'
import { PersonName } from './basics.js'
import { say } from './words.js'

let count = 0
/** An id that is the same as long as the component lives. */
export function useID() {
    const id = useRef('')
    if (!id.current) id.current = `f${++count}`
    return id.current
}

/**
 * A label, a hint and an error around one input. `describedBy`: the id of something else that describes it.
 * @param {{label: any, hint?: any, error?: any, describedBy?: string, children?: any, class?: string}} props
 */
export function Field({ label, hint, error, describedBy, children, class: more = '' }) {
    const id = useID()
    const described = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
    return html`<div class=${`field ${more}`}><label for=${id}>${label}</label>
        ${cloneElementWith(children, { id, 'aria-describedby': described, 'aria-invalid': error ? 'true' : undefined })}
        ${hint && html`<span class="hint" id=${`${id}-hint`}>${hint}</span>`}${error && html`<span class="error" id=${`${id}-error`}>${error}</span>`}</div>`
}

/** @param {{value?: any, onInput?: (text: string) => any, [other: string]: any}} props onInput gets the text */
export function Input({ value = '', onInput, class: more = '', ...rest }) {
    const element = useRef(/** @type {any} */ (null))
    // Browsers mind the attribute only when they read a page, and not when the page locks.
    useEffect(() => {
        if (rest.autofocus) element.current?.focus()
    }, [])
    return html`<input ...${rest} ref=${element} class=${`input ${more}`} value=${value} onInput=${(event) => onInput?.(event.target.value)} />`
}
/** @param {{value?: any, onInput?: (text: string) => any, [other: string]: any}} props */
export function TextArea({ value = '', onInput, class: more = '', ...rest }) {
    return html`<textarea ...${rest} class=${`input ${more}`} value=${value} onInput=${(event) => onInput?.(event.target.value)}></textarea>`
}
/** @param {{value?: any, onChange?: (value: string) => any, options: {value: any, label: any}[], [other: string]: any}} props */
export function Select({ value = '', onChange, options, class: more = '', ...rest }) {
    return html`<select ...${rest} class=${`input ${more}`} value=${value} onChange=${(event) => onChange?.(event.target.value)}>
        ${options.map((option) => html`<option value=${option.value} selected=${String(option.value) === String(value)}>${option.label}</option>`)}</select>`
}
/** @param {{checked: boolean, onChange: (checked: boolean) => any, children?: any, [other: string]: any}} props */
export function Checkbox({ checked, onChange, children, ...rest }) {
    return html`<label class="check"><input type="checkbox" ...${rest} checked=${checked} onChange=${(event) => onChange(event.target.checked)} /><span>${children}</span></label>`
}
/**
 * A choice of few things, as a group of radio buttons.
 * @param {{value: any, onChange: (value: any) => any, options: {value: any, label: any}[], label: string}} props
 */
export function Segmented({ value, onChange, options, label }) {
    const key = (/** @type {KeyboardEvent} */ event) => {
        const at = options.findIndex((option) => option.value === value)
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
        if (!step) return
        event.preventDefault()
        event.stopPropagation()
        const next = (at + step + options.length) % options.length
        onChange(options[next].value)
        const group = /** @type {any} */ (event.currentTarget)
        requestAnimationFrame(() => group.children[next]?.focus())
    }
    return html`<div class="segmented" role="radiogroup" aria-label=${label} onKeyDown=${key}>
        ${options.map((option, at) => html`<button type="button" role="radio" aria-checked=${option.value === value} tabIndex=${option.value === value || (at === 0 && !options.some((one) => one.value === value)) ? 0 : -1}
            onClick=${() => onChange(option.value)}>${option.label}</button>`)}</div>`
}
/** @param {{value: string, onChange: (day: string) => any, [other: string]: any}} props */
export function DateInput({ value, onChange, ...rest }) {
    return html`<input type="date" ...${rest} class="input" value=${value} onChange=${(event) => onChange(event.target.value)} />`
}
/** @param {{value: string, onChange: (clock: string) => any, [other: string]: any}} props */
export function TimeInput({ value, onChange, ...rest }) {
    return html`<input type="time" ...${rest} class="input" value=${value} onChange=${(event) => onChange(event.target.value)} />`
}
/**
 * An amount in minor units; null while the text is none.
 * @param {{value: number|null, onChange: (amount: number|null) => any, currency?: string, [other: string]: any}} props
 */
export function MoneyInput({ value, onChange, currency = session().clinic?.currency || 'EUR', ...rest }) {
    const shown = (/** @type {number|null} */ amount) => amount === null || amount === undefined ? '' : new Intl.NumberFormat(locale(), { minimumFractionDigits: exponent(currency), maximumFractionDigits: exponent(currency), useGrouping: false }).format(amount / 10 ** exponent(currency))
    const [text, setText] = useState(shown(value))
    const said = useRef(value)
    // Before the next key: later, an older value would overwrite what was typed since.
    useLayoutEffect(() => {
        if (value !== said.current) {
            said.current = value
            setText(shown(value))
        }
    }, [value])
    return html`<input inputMode="decimal" ...${rest} class="input number" value=${text} aria-invalid=${rest['aria-invalid'] || (text && value === null ? 'true' : undefined)}
        onInput=${(event) => {
            setText(event.target.value)
            said.current = parseMoney(event.target.value, currency)
            onChange(said.current)
        }} onBlur=${() => said.current !== null && setText(shown(said.current))} />`
}

/**
 * Finds while the person types (ARIA combobox with a list).
 * @param {{label: string, search: (text: string) => Promise<any[]>, render: (item: any) => any, onPick: (item: any) => any, placeholder?: string, autofocus?: boolean, least?: number, id?: string, itemID?: (item: any) => string, text?: (item: any) => string}} props
 */
export function Combobox({ label, search, render, onPick, placeholder, autofocus, least = 2, id, itemID = (item) => item.id, text: textOf, ...rest }) {
    const own = useID()
    const listID = `${own}-list`
    const [text, setText] = useState('')
    const [items, setItems] = useState(/** @type {any[]|null} */ (null))
    const [failed, setFailed] = useState(/** @type {any} */ (null))
    const [at, setAt] = useState(0)
    const [open, setOpen] = useState(false)
    const turn = useRef(0)
    const timer = useRef(/** @type {any} */ (0))
    useEffect(() => {
        // Browsers mind the attribute only when they read a page.
        if (autofocus) document.getElementById(id || own)?.focus()
        return () => (turn.current++, clearTimeout(timer.current))
    }, [])
    const type = (/** @type {string} */ next) => {
        setText(next)
        clearTimeout(timer.current)
        const mine = ++turn.current
        if (next.trim().length < least) return setOpen(false)
        timer.current = setTimeout(async () => {
            try {
                const found = await search(next.trim())
                if (mine !== turn.current) return
                setItems(found)
                setFailed(null)
            } catch (error) {
                if (mine !== turn.current) return
                setItems([])
                setFailed(error)
            }
            setAt(0)
            setOpen(true)
        }, 130)
    }
    const pick = (item) => {
        turn.current++
        setOpen(false)
        setText(textOf ? textOf(item) : '')
        onPick(item)
    }
    const key = (/** @type {KeyboardEvent} */ event) => {
        const last = (items?.length || 1) - 1
        if (event.key === 'ArrowDown') setAt(open ? Math.min(at + 1, last) : (type(text), 0))
        else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
        else if (event.key === 'Enter' && open && items?.[at]) pick(items[at])
        else if (event.key === 'Escape' && open) setOpen(false)
        else return
        event.preventDefault()
        event.stopPropagation()
    }
    return html`<div class="combo"><input class="input" ...${rest} id=${id || own} role="combobox" aria-label=${id ? undefined : label} aria-expanded=${open} aria-controls=${listID} aria-autocomplete="list" autocomplete="off" spellcheck=${false}
            aria-activedescendant=${open && items?.[at] ? `${listID}-${at}` : undefined} placeholder=${placeholder} autofocus=${autofocus} value=${text} onInput=${(event) => type(event.target.value)} onKeyDown=${key}
            onBlur=${() => setTimeout(() => setOpen(false), 150)} onFocus=${() => items?.length && text.trim().length >= least && setOpen(true)} />
        <ul class="combo-list" role="listbox" id=${listID} aria-label=${label} hidden=${!open}>
            ${items?.map((item, index) => html`<li role="option" id=${`${listID}-${index}`} key=${itemID(item)} aria-selected=${index === at} onPointerDown=${(event) => (event.preventDefault(), pick(item))} onPointerMove=${() => setAt(index)}>${render(item)}</li>`)}
            ${items && !items.length && html`<li class="combo-note" role="option" aria-disabled="true" aria-selected="false">${failed ? say('failed') : say('none')}</li>`}</ul></div>`
}

/**
 * Finds a patient by name, birth date or phone.
 * @param {{onPick: (patient: any) => any, autofocus?: boolean, label?: string, id?: string}} props
 */
export function PatientPicker({ onPick, autofocus, label, id, ...rest }) {
    return html`<${Combobox} ...${rest} id=${id} label=${label || say('findPatient')} placeholder=${say('findHint')} autofocus=${autofocus}
        search=${async (/** @type {string} */ q) => (await get('/patients', { q, limit: 12 })).items} onPick=${onPick}
        render=${(one) => html`<div class="row spread"><strong><${PersonName} person=${one} /></strong><span class="muted small number">${one.birth_date ? `${date(one.birth_date)} · ${say('age', { count: age(one.birth_date) })}` : ''} ${one.phone || ''}</span></div>`} />`
}
