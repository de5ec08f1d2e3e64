// Texts in three languages. Each part of the console has its own table of words.
import { signal, useSignal } from './signal.js'

/** @typedef {'en'|'de'|'es'} Language */
/** @type {Language[]} */
export const languages = ['en', 'de', 'es']
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español' }

const chosen = signal(first())

/** @returns {Language} */
function first() {
    const kept = localStorage.getItem('chairside-language')
    const wishes = [kept, ...(navigator.languages || [])].map((wish) => String(wish).slice(0, 2))
    return /** @type {Language} */ (wishes.find((wish) => languages.includes(/** @type {Language} */ (wish)))) || 'en'
}

document.documentElement.lang = chosen.get()

/** @returns {Language} */
export function language() {
    return chosen.get()
}

/**
 * The language; the component renders again when it changes.
 * @returns {Language}
 */
export function useLanguage() {
    return useSignal(chosen)
}

/** @param {Language} next */
export function setLanguage(next) {
    localStorage.setItem('chairside-language', next)
    document.documentElement.lang = next
    chosen.set(next)
}

/**
 * A table of words, and the function that reads it: `say('greeting', {name})`. A word is a text with `{name}`
 * placeholders, or its plural forms, chosen by the value `count`.
 * @template {Record<string, string | {one: string, other: string}>} Table
 * @param {{en: Table, de: Record<keyof Table, any>, es: Record<keyof Table, any>}} tables
 * @returns {(key: keyof Table, values?: Record<string, any>) => string}
 */
export function words(tables) {
    return (key, values = {}) => {
        const word = /** @type {any} */ (tables[language()])[key] ?? tables.en[key]
        if (word === undefined) return String(key)
        const text = typeof word === 'string' ? word : word[plural(values.count)] ?? word.other
        return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole))
    }
}

/** @type {Map<string, Intl.PluralRules>} */
const rules = new Map()
/** @param {number} count */
function plural(count) {
    let rule = rules.get(language())
    if (!rule) rules.set(language(), (rule = new Intl.PluralRules(language())))
    return rule.select(Number(count) || 0)
}
