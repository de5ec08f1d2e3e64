import { html, useEffect, useState } from '../../core/dom.js'
import { addDays, nameOf, today } from '../../core/format.js'
import { Button, DateInput, Field, Input, PatientPicker, Select } from '../../core/ui.js'
import { say } from './words.js'

/** @typedef {{period: string, from: string, to: string}} Period */

/** The days of a period. @param {Period} period @returns {{from?: string, to?: string}} */
export function daysOf({ period, from, to }) {
    if (period === 'today') return { from: today(), to: today() }
    if (period === 'week') return { from: addDays(today(), -6), to: today() }
    if (period === 'month') return { from: addDays(today(), -29), to: today() }
    return period === 'custom' ? { from: from || undefined, to: to || undefined } : {}
}

/** @param {{value: Period, onChange: (value: Period) => void}} props */
export function PeriodField({ value, onChange }) {
    return html`<${Field} label=${say('period')}><${Select} value=${value.period}
            onChange=${(/** @type {string} */ period) => onChange({ ...value, period, ...(period === 'custom' && !value.from ? { from: addDays(today(), -29), to: today() } : {}) })}
            options=${['all', 'today', 'week', 'month', 'custom'].map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))} /><//>
        ${value.period === 'custom' && html`<${Field} label=${say('from')}><${DateInput} value=${value.from} max=${value.to} onChange=${(/** @type {string} */ from) => onChange({ ...value, from })} /><//>
            <${Field} label=${say('to')}><${DateInput} value=${value.to} min=${value.from} onChange=${(/** @type {string} */ to) => onChange({ ...value, to })} /><//>`}`
}

/** A patient to filter by: the finder, or the chosen one with a button that lets go. @param {{patient: any, onChange: (patient: any) => void, label?: string}} props */
export function PatientFilter({ patient, onChange, label = say('filterPatient') }) {
    if (patient) return html`<div class="field"><span class="label">${label}</span><div class="row money-chosen"><bdi class="grow">${nameOf(patient)}</bdi>
        <${Button} kind="quiet" small icon="close" aria-label=${say('clear')} onClick=${() => onChange(null)} /></div></div>`
    return html`<${Field} label=${label} class="money-wide"><${PatientPicker} onPick=${onChange} label=${label} /><//>`
}

/** Text that counts once the person stops typing. @param {{label: string, value: string, onChange: (text: string) => void, placeholder?: string}} props */
export function SearchField({ label, value, onChange, placeholder }) {
    const [text, setText] = useState(value)
    useEffect(() => setText(value), [value])
    useEffect(() => {
        if (text === value) return
        const timer = setTimeout(() => onChange(text), 250)
        return () => clearTimeout(timer)
    }, [text])
    return html`<${Field} label=${label}><${Input} type="search" autocomplete="off" spellcheck=${false} placeholder=${placeholder} value=${text} onInput=${setText} /><//>`
}

/** Sums over a list. @param {{label: string, sums: {label: string, value: any, tone?: string}[]}} props */
export function Sums({ label, sums }) {
    return html`<dl class="money-sums" aria-label=${label}>${sums.map((sum) => html`<div key=${sum.label} class=${sum.tone || ''}><dt>${sum.label}</dt><dd>${sum.value}</dd></div>`)}</dl>`
}
