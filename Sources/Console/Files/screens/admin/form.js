// A form: its values, the errors that the server found in them, and the fields that show both.
import { Offline, Problem } from '../../core/api.js'
import { html, useRef, useState } from '../../core/dom.js'
import { Button, Checkbox, DateInput, Field, Input, MoneyInput, problemText, Select, TextArea, TimeInput, toast } from '../../core/ui.js'
import { say } from './formwords.js'

/** @typedef {{in?: string, pointer?: string, name?: string, code: string, detail: string}} FoundError */

/** What is wrong with a field, in the chosen language; the server's own words where there are none. @param {FoundError} error */
export function errorText(error) {
    const limit = error.detail?.match(/-?\d+(\.\d+)?/)?.[0]
    const known = ['missing', 'too_short', 'too_long', 'too_small', 'too_large', 'bad_format', 'bad_range', 'unknown', 'too_many', 'too_few', 'bad_hours', 'too_precise']
    if (!known.includes(error.code)) return error.detail
    const needsLimit = ['too_long', 'too_small', 'too_large'].includes(error.code)
    return needsLimit && limit === undefined ? error.detail : say(/** @type {any} */ (error.code), { limit })
}

/** @param {any} value @param {string} name with `/` between members */
function read(value, name) {
    return name.split('/').reduce((at, key) => (at === null || at === undefined ? at : at[key]), value)
}
/** @param {any} value @param {string} name @param {any} next @returns {any} */
function write(value, name, next) {
    const [key, ...rest] = name.split('/')
    const copy = Array.isArray(value) ? [...value] : { ...value }
    copy[key] = rest.length ? write(copy[key] ?? {}, rest.join('/'), next) : next
    return copy
}

/**
 * @typedef {ReturnType<typeof useForm>} Form
 */

/**
 * @param {any} first the first values
 */
export function useForm(first) {
    const [value, setValue] = useState(first)
    const [errors, setErrors] = useState(/** @type {Record<string, string>} */ ({}))
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const element = useRef(/** @type {any} */ (null))
    const kept = useRef({ text: '', key: '' })
    const running = useRef(false)
    const asked = useRef(/** @type {Set<string>} */ (new Set()))

    const focusError = () => requestAnimationFrame(() => element.current?.querySelector('[aria-invalid="true"]')?.focus())
    const form = {
        value, problem, element,
        set(/** @type {string} */ name, /** @type {any} */ next) {
            setValue((/** @type {any} */ before) => write(before, name, next))
            setErrors((before) => Object.fromEntries(Object.entries(before).filter(([pointer]) => !pointer.startsWith(`/${name}`))))
        },
        replace(/** @type {any} */ next) {
            setValue(next)
            setErrors({})
            setProblem(null)
        },
        get: (/** @type {string} */ name) => read(value, name),
        /** The error of a field, or of something inside it. @param {string} name */
        error(name) {
            asked.current.add(name)
            return errors[`/${name}`] || Object.entries(errors).find(([pointer]) => pointer.startsWith(`/${name}/`))?.[1]
        },
        /** Errors that no field of the form shows. */
        homeless: () => Object.entries(errors).filter(([pointer]) => ![...asked.current].some((name) => `${pointer}/`.startsWith(`/${name}/`))).map(([pointer, text]) => `${pointer.slice(1).replaceAll('_', ' ').replaceAll('/', ' ')}: ${text}`),
        /** Shows an error that the page found itself. @param {string} name @param {string} text */
        refuse(name, text) {
            setErrors({ [`/${name}`]: text })
            focusError()
        },
        /** The key of a command: the same body, sent again after a lost answer, has one effect. @param {any} body */
        key(body) {
            const text = JSON.stringify(body)
            if (kept.current.text !== text) kept.current = { text, key: crypto.randomUUID() }
            return kept.current.key
        },
        /**
         * Sends the form. A refusal that names fields is shown beside them; another one under the form.
         * @param {() => Promise<any>} send @param {string} [done] what to say when it worked
         * @param {Record<string, string>} [places] fields beside which refusals of these kinds are shown
         * @returns {Promise<boolean>} whether it worked
         */
        async submit(send, done, places = {}) {
            if (running.current) return false
            running.current = true
            setErrors({})
            setProblem(null)
            try {
                await send()
                kept.current = { text: '', key: '' }
                if (done) toast(done)
                return true
            } catch (error) {
                /** @type {FoundError[]} */
                const found = error instanceof Problem && Array.isArray(error.body.errors) ? error.body.errors : []
                const named = found.filter((one) => one.pointer)
                const place = error instanceof Problem ? places[error.type] : undefined
                setErrors(place ? { [`/${place}`]: problemText(error) } : Object.fromEntries(named.map((one) => [one.pointer, errorText(one)])))
                setProblem({ error, named: named.length > 0 || Boolean(place) })
                if (named.length || place) focusError()
                return false
            } finally {
                running.current = false
            }
        },
    }
    return form
}

/**
 * The frame of a form: Enter sends it.
 * @param {{form: Form, onSubmit: () => any, children?: any, class?: string}} props
 */
export function FormFrame({ form, onSubmit, children, class: more = '' }) {
    const enter = (/** @type {any} */ event) => {
        if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing || event.target.tagName !== 'INPUT' || event.target.type === 'checkbox') return
        event.preventDefault()
        onSubmit()
    }
    return html`<form ref=${form.element} class=${`form stack ${more}`} novalidate onSubmit=${(/** @type {any} */ event) => event.preventDefault()} onKeyDown=${enter}>
        ${children}<${FormProblem} form=${form} />
    </form>`
}

/** @param {{form: Form}} props */
export function FormProblem({ form }) {
    if (!form.problem) return null
    const { error, named } = form.problem
    // Fields that are not on the screen have no place of their own for what is wrong with them.
    const homeless = form.homeless()
    const text = homeless.length ? homeless.join(' ') : named ? say('see') : error instanceof Problem && error.status === 412 ? say('changed') : error instanceof Offline ? say('offline') : problemText(error)
    return html`<p class="notice bad" role="alert">${text}</p>`
}

/** The button that sends the form, and the one that leaves it. @param {{form: Form, onSubmit: () => any, label: any, onCancel?: () => any, kind?: 'primary'|'danger', disabled?: boolean}} props */
export function FormButtons({ onSubmit, label, onCancel, kind = 'primary', disabled }) {
    return html`${onCancel && html`<${Button} onClick=${onCancel}>${say('cancel')}<//>`}<${Button} kind=${kind} disabled=${disabled} onClick=${onSubmit}>${label}<//>`
}

/** @typedef {{form: Form, name: string, label: any, hint?: any, [other: string]: any}} FieldProps */

/** @param {FieldProps} props */
export function TextField({ form, name, label, hint, area, class: more, ...rest }) {
    return html`<${Field} label=${label} hint=${hint} error=${form.error(name)} class=${more}>
        <${area ? TextArea : Input} ...${rest} value=${form.get(name) ?? ''} onInput=${(/** @type {string} */ text) => form.set(name, text)} /><//>`
}
/** @param {FieldProps} props */
export function NumberField({ form, name, label, hint, class: more, min = 0, ...rest }) {
    return html`<${Field} label=${label} hint=${hint} error=${form.error(name)} class=${more}>
        <${Input} type="number" inputMode="numeric" min=${min} ...${rest} value=${form.get(name) ?? ''} onInput=${(/** @type {string} */ text) => form.set(name, text === '' ? null : Number(text))} /><//>`
}
/** An amount of money; the form keeps `{amount, currency}` or null. @param {FieldProps & {currency: string}} props */
export function MoneyField({ form, name, label, hint, currency, class: more, ...rest }) {
    const kept = form.get(name)
    return html`<${Field} label=${label} hint=${hint} error=${form.error(name)} class=${more}>
        <${MoneyInput} ...${rest} currency=${currency} value=${kept ? kept.amount : null} onChange=${(/** @type {number|null} */ amount) => form.set(name, amount === null ? null : { amount, currency })} /><//>`
}
/** @param {FieldProps & {options: {value: any, label: any}[]}} props */
export function SelectField({ form, name, label, hint, options, class: more, read: from = (/** @type {any} */ one) => one, ...rest }) {
    return html`<${Field} label=${label} hint=${hint} error=${form.error(name)} class=${more}>
        <${Select} ...${rest} options=${options} value=${form.get(name) ?? ''} onChange=${(/** @type {string} */ next) => form.set(name, from(next))} /><//>`
}
/** @param {FieldProps} props */
export function DateField({ form, name, label, hint, class: more, ...rest }) {
    return html`<${Field} label=${label} hint=${hint} error=${form.error(name)} class=${more}>
        <${DateInput} ...${rest} value=${form.get(name) ?? ''} onChange=${(/** @type {string} */ day) => form.set(name, day)} /><//>`
}
/** @param {FieldProps} props */
export function TimeField({ form, name, label, hint, class: more, ...rest }) {
    return html`<${Field} label=${label} hint=${hint} error=${form.error(name)} class=${more}>
        <${TimeInput} ...${rest} value=${form.get(name) ?? ''} onChange=${(/** @type {string} */ clock) => form.set(name, clock)} /><//>`
}
/** @param {FieldProps} props */
export function CheckField({ form, name, label, hint }) {
    return html`<div class="field"><${Checkbox} checked=${Boolean(form.get(name))} onChange=${(/** @type {boolean} */ on) => form.set(name, on)}>${label}<//>
        ${hint && html`<span class="hint">${hint}</span>`}${form.error(name) && html`<span class="error">${form.error(name)}</span>`}</div>`
}

/** Several of a few things, as check boxes; the form keeps a list. @param {FieldProps & {options: {value: any, label: any}[]}} props */
export function ChoicesField({ form, name, label, hint, options }) {
    /** @type {any[]} */
    const chosen = form.get(name) || []
    const toggle = (/** @type {any} */ value, /** @type {boolean} */ on) => {
        const next = on ? [...chosen, value] : chosen.filter((one) => one !== value)
        form.set(name, options.map((option) => option.value).filter((one) => next.includes(one)))
    }
    const error = form.error(name)
    return html`<fieldset class="form-choices" aria-invalid=${error ? 'true' : undefined} tabindex=${error ? -1 : undefined}><legend>${label}</legend>
        <div class="row">${options.map((option) => html`<${Checkbox} key=${option.value} checked=${chosen.includes(option.value)} onChange=${(/** @type {boolean} */ on) => toggle(option.value, on)}>${option.label}<//>`)}</div>
        ${hint && html`<span class="hint">${hint}</span>`}${error && html`<span class="error">${error}</span>`}</fieldset>`
}

/** Words separated by commas, such as equipment; the form keeps a list. @param {FieldProps} props */
export function ListField({ form, name, label, hint, class: more, ...rest }) {
    const kept = form.get(name)
    const text = typeof kept === 'string' ? kept : (kept || []).join(', ')
    return html`<${Field} label=${label} hint=${hint} error=${form.error(name)} class=${more}>
        <${Input} ...${rest} value=${text} onInput=${(/** @type {string} */ next) => form.set(name, next)} /><//>`
}
/** The list that such a field holds. @param {any} kept @returns {string[]} */
export function listOf(kept) {
    return typeof kept === 'string' ? kept.split(',').map((one) => one.trim()).filter(Boolean) : kept || []
}
/** A text, or null if it is empty. @param {any} text */
export function orNull(text) {
    return text === undefined || text === null || String(text).trim() === '' ? null : String(text).trim()
}
