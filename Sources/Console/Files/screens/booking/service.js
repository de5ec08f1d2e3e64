import { html, useMemo, useState } from '../../core/dom.js'
import { date, dayOf, money, time } from '../../core/format.js'
import { Field, Input, Select } from '../../core/ui.js'
import { plain } from '../board/model.js'
import { useFocusOn } from './focus.js'
import { say } from './words.js'

/**
 * Which service, and with whom.
 * @param {{services: any[], doctors: any[], doctor: string, onDoctor: (id: string) => void, onService: (id: string) => any, chosen: string, start?: string}} props
 */
export function ServiceStep({ services, doctors, doctor, onDoctor, onService, chosen, start }) {
    const [text, setText] = useState('')
    const [busy, setBusy] = useState('')
    const shown = useMemo(() => services.filter((one) => (!doctor || !one.doctors || one.doctors.includes(doctor)) && plain(`${one.name} ${one.code} ${one.category || ''}`).includes(plain(text.trim()))).sort((a, b) => (a.category || '').localeCompare(b.category || '') || a.name.localeCompare(b.name)), [services, doctor, text])
    useFocusOn('.booking-two input')
    const pick = async (/** @type {string} */ id) => {
        if (busy) return
        setBusy(id)
        try {
            await onService(id)
        } finally {
            setBusy('')
        }
    }
    const key = (/** @type {any} */ event) => {
        const all = [...event.currentTarget.querySelectorAll('.booking-service')]
        const at = all.indexOf(document.activeElement)
        const by = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 })[event.key]
        if (!by || (at < 0 && event.key !== 'ArrowDown')) return
        event.preventDefault()
        all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus()
    }
    return html`<div class="stack" onKeyDown=${key}>
        ${start && html`<p class="notice">${say('forTime', { time: `${date(dayOf(start), 'long')}, ${time(start)}` })}</p>`}
        <div class="booking-two"><${Field} label=${say('service')}><${Input} value=${text} placeholder=${say('filter')} onInput=${setText} onKeyDown=${(/** @type {any} */ event) => event.key === 'Enter' && shown[0] && (event.preventDefault(), pick(shown[0].id))} /><//>
            <${Field} label=${say('doctor')}><${Select} value=${doctor} onChange=${onDoctor} options=${[{ value: '', label: say('anyDoctor') }, ...doctors.map((one) => ({ value: one.id, label: one.name }))]} /><//></div>
        <div class="booking-services">${shown.map((one) => html`<button type="button" key=${one.id} class=${`booking-service ${one.id === chosen ? 'chosen' : ''}`} aria-busy=${busy === one.id ? 'true' : undefined} onClick=${() => pick(one.id)}>
            <strong>${one.name}</strong><span class="muted small number">${say('minutes', { count: one.duration_minutes })} · ${money(one.price)}</span>${one.category && html`<span class="muted small">${one.category}</span>`}</button>`)}</div>
        ${!shown.length && html`<p class="muted">${say('noService')}</p>`}</div>`
}
