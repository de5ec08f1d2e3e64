// The fields of a patient's details, for registering and for editing.
import { html } from '../../core/dom.js'
import { date } from '../../core/format.js'
import { language } from '../../core/words.js'
import { DateInput, Field, Input, Select, TextArea } from '../../core/ui.js'
import { say } from './words.js'

/** @typedef {{given_name: string, family_name: string, birth_date: string, gender: string, phone: string, email: string, address: string, language: string, note: string}} Details */

/**
 * The fields in their order.
 * @type {(keyof Details)[]}
 */
export const fields = ['given_name', 'family_name', 'birth_date', 'gender', 'phone', 'email', 'address', 'language', 'note']

/**
 * The details of a record as the form has them.
 * @param {any} [patient]
 * @returns {Details}
 */
export function detailsOf(patient = {}) {
    return /** @type {any} */ (Object.fromEntries(fields.map((field) => [field, patient[field] || ''])))
}

/**
 * The body for the API: empty members are left out, which removes them.
 * @param {Details} details
 */
export function bodyOf(details) {
    /** @type {Record<string, string>} */
    const body = {}
    for (const field of fields) {
        const value = details[field].trim()
        if (value) body[field] = value
    }
    return body
}

/**
 * What is missing or wrong before anything is sent.
 * @param {Details} details
 * @returns {Partial<Record<keyof Details, string>>}
 */
export function mistakesOf(details) {
    /** @type {Partial<Record<keyof Details, string>>} */
    const found = {}
    for (const field of /** @type {const} */ (['given_name', 'family_name', 'birth_date'])) if (!details[field].trim()) found[field] = say('needed')
    if (details.email.trim() && !/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(details.email.trim())) found.email = say('badEmail')
    if (details.phone.trim() && !/^\+?[ ().\/-]*([0-9][ ().\/-]*){3,20}$/.test(details.phone.trim())) found.phone = say('badPhone')
    return found
}

const tongues = ['de', 'en', 'es', 'fr', 'it', 'pt', 'pl', 'nl', 'tr', 'uk', 'ru', 'ar', 'fa', 'vi', 'zh', 'ro', 'el', 'hr', 'sr', 'cs', 'sv', 'da', 'ja', 'hi']
/**
 * A language's name, such as `German`.
 * @param {string} tag
 */
export function languageName(tag) {
    try {
        return new Intl.DisplayNames([language()], { type: 'language' }).of(tag) || tag
    } catch {
        return tag
    }
}

/**
 * A field's value in words.
 * @param {keyof Details} field
 * @param {string} value
 */
export function shownValue(field, value) {
    if (!value) return '–'
    if (field === 'birth_date') return date(value)
    if (field === 'gender') return say(/** @type {any} */ (value))
    if (field === 'language') return languageName(value)
    return value
}

/** @param {{details: Details, onChange: (details: Details) => void, mistakes: Partial<Record<keyof Details, string>>}} props */
export function DetailFields({ details, onChange, mistakes }) {
    const set = (/** @type {keyof Details} */ field) => (/** @type {string} */ value) => onChange({ ...details, [field]: value })
    const known = [...new Set([details.language, ...tongues].filter(Boolean))].map((tag) => ({ value: tag, label: languageName(tag) })).sort((a, b) => a.label.localeCompare(b.label))
    return html`<div class="patients-fields">
        <${Field} label=${say('given_name')} error=${mistakes.given_name}><${Input} value=${details.given_name} onInput=${set('given_name')} required maxlength="100" autocomplete="off" /><//>
        <${Field} label=${say('family_name')} error=${mistakes.family_name}><${Input} value=${details.family_name} onInput=${set('family_name')} required maxlength="100" autocomplete="off" /><//>
        <${Field} label=${say('birth_date')} error=${mistakes.birth_date}><${DateInput} value=${details.birth_date} onChange=${set('birth_date')} required min="1900-01-01" /><//>
        <${Field} label=${say('gender')}><${Select} value=${details.gender} onChange=${set('gender')} options=${[{ value: '', label: say('notKnown') }, ...['female', 'male', 'other'].map((value) => ({ value, label: say(/** @type {any} */ (value)) }))]} /><//>
        <${Field} label=${say('phone')} error=${mistakes.phone}><${Input} type="tel" value=${details.phone} onInput=${set('phone')} maxlength="40" autocomplete="off" /><//>
        <${Field} label=${say('email')} error=${mistakes.email}><${Input} type="email" value=${details.email} onInput=${set('email')} maxlength="254" autocomplete="off" /><//>
        <${Field} label=${say('address')}><${TextArea} value=${details.address} onInput=${set('address')} rows="3" maxlength="500" autocomplete="off" /><//>
        <${Field} label=${say('language')} hint=${say('languageHint')}><${Select} value=${details.language} onChange=${set('language')} options=${[{ value: '', label: say('notKnown') }, ...known]} /><//>
        <${Field} label=${say('note')} hint=${say('noteHint')} class="patients-wide"><${TextArea} value=${details.note} onInput=${set('note')} rows="2" maxlength="2000" /><//>
    </div>`
}
