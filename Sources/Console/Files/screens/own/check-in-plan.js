import { put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { number } from '../../core/format.js'
import { Button, Field, Input, Select, toast } from '../../core/ui.js'
import { Form } from '../../pages/form.js'
import { explain } from '../../pages/problems.js'
import { say } from './words-profile.js'

const hour = 3600
/** A length of time in words. @param {number} seconds */
export function span(seconds) {
    const hours = seconds / hour
    if (hours >= 48 && hours % 24 === 0) return say('days', { count: hours / 24 })
    return say('hours', { count: Number.isInteger(hours) ? hours : number(hours, 1) })
}
const intervals = [6, 12, 24, 48, 72, 168].map((hours) => hours * hour)
const reminders = [0, 1, 2, 4, 8].map((hours) => hours * hour)

/** Choosing check-ins for oneself. @param {{plan: any, onClose: () => any, onSaved: () => any}} props */
export function CheckInPlan({ plan, onClose, onSaved }) {
    const [every, setEvery] = useState(plan?.check_in_interval || 24 * hour)
    const [before, setBefore] = useState(plan?.reminder_interval ?? 2 * hour)
    const [contact, setContact] = useState(plan?.contact || { name: '', phone: '', email: '' })
    const [error, setError] = useState('')
    const set = (/** @type {string} */ key) => (/** @type {string} */ value) => setContact({ ...contact, [key]: value })
    const save = async () => {
        setError('')
        const { name, phone, email } = contact
        if (Boolean(name.trim() || email?.trim()) !== Boolean(phone.trim()) || (phone.trim() && !name.trim())) return setError(say('needContact'))
        try {
            await put('/check-ins/plan', { check_in_interval: Number(every), reminder_interval: Number(before), ...(name.trim() ? { contact: { name: name.trim(), phone: phone.trim(), ...(email?.trim() ? { email: email.trim() } : {}) } } : {}) })
            toast(say('saved'))
            onSaved()
        } catch (problem) {
            setError(explain(problem))
        }
    }
    const options = (/** @type {number[]} */ list, /** @type {number} */ now) => [...new Set([...list, now])].sort((a, b) => a - b).map((value) => ({ value, label: value ? span(value) : say('never') }))
    return html`<section class="card stack"><${Form} action=${say('save')} onSend=${save} error=${error}>
        <div class="page-two"><${Field} label=${say('interval')}><${Select} value=${every} onChange=${(/** @type {string} */ next) => setEvery(Number(next))} options=${options(intervals, every)} /><//>
            <${Field} label=${say('reminder')}><${Select} value=${before} onChange=${(/** @type {string} */ next) => setBefore(Number(next))} options=${options(reminders, before)} /><//></div>
        <h2>${say('contactPerson')}</h2><p class="muted small">${say('contactAsked')}</p>
        <div class="page-two"><${Field} label=${say('contactName')}><${Input} maxLength="200" dir="auto" value=${contact.name} onInput=${set('name')} /><//><${Field} label=${say('contactPhone')}><${Input} type="tel" maxLength="40" value=${contact.phone} onInput=${set('phone')} /><//></div>
        <${Field} label=${say('contactEmail')}><${Input} type="email" maxLength="254" value=${contact.email || ''} onInput=${set('email')} /><//><//>
        <div><${Button} kind="quiet" onClick=${onClose}>${say('back')}<//></div></section>`
}
