import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { get } from '../../core/api.js'
import { addDays, date, dayOf, time, today, weekday } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, DateInput, Failure, Field, IconButton, Input, Select, Skeleton } from '../../core/ui.js'
import { clock } from '../calendar/hours.js'
import { useFocusOn } from './focus.js'
import { FreeTimes, reasonOf } from './why.js'
import { say } from './words.js'

/** @typedef {import('./why.js').Slot} Slot */
const span = 14

/**
 * Days with free times, and the times of one day.
 * @param {{service: any, doctors: any[], doctor: string, onDoctor: (id: string) => void, patient: any, wish: {start: string, doctorId: string, chairId: string}|null, day?: string, onSlot: (slot: Slot, how?: {override?: string, keepsRoom?: boolean}) => void, mayOverride: boolean}} props
 */
export function TimeStep({ service, doctors, doctor, onDoctor, patient, wish, day: wanted, onSlot, mayOverride }) {
    const [from, setFrom] = useState(wanted && wanted > today() ? wanted : today())
    const [day, setDay] = useState(wanted && wanted >= today() ? wanted : '')
    const query = { service_id: service?.id, doctor_id: doctor, patient_id: patient?.id }
    const days = useLoad(async () => ({ from, items: (await get('/slots/days', { ...query, from, to: addDays(from, span - 1) })).items }), [service?.id, doctor, patient?.id, from])
    const list = (days.data?.from === from && days.data?.items) || []
    const open = day || list.find((/** @type {any} */ one) => one.free)?.date || ''
    const times = useLoad(async () => (open ? { day: open, items: (await get('/slots', { ...query, from: open, to: open })).items } : null), [service?.id, doctor, patient?.id, open])
    const show = (/** @type {string} */ next) => {
        if (!next) return
        setDay(next)
        if (next < from || next > addDays(from, span - 1)) setFrom(next < today() ? today() : next)
    }
    useFocusOn(wish ? '.booking-choice, .notice .button' : '.booking-day.chosen', [Boolean(days.data)])
    const strip = useRef(/** @type {any} */ (null))
    const key = (/** @type {any} */ event) => {
        const by = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowLeft: -1 })[event.key]
        if (!by) return
        event.preventDefault()
        const all = [...strip.current.querySelectorAll('[data-day]')]
        const next = all[all.indexOf(document.activeElement) + by]
        next?.focus()
    }
    const doctorsHere = service?.doctors ? doctors.filter((one) => service.doctors.includes(one.id)) : doctors
    return html`<div class="stack">
        ${wish && html`<${Wish} service=${service} wish=${wish} patient=${patient} onSlot=${onSlot} mayOverride=${mayOverride} />`}
        <div class="booking-three wide"><p class="field"><span class="label">${say('service')}</span><span>${service?.name} · ${say('minutes', { count: service?.duration_minutes })}</span></p>
            <${Field} label=${say('doctor')}><${Select} value=${doctor} onChange=${onDoctor} options=${[{ value: '', label: say('anyDoctor') }, ...doctorsHere.map((one) => ({ value: one.id, label: one.name }))]} /><//>
            <${Field} label=${say('day')}><${DateInput} min=${today()} value=${open} onChange=${show} /><//></div>
        <div class="booking-days"><${IconButton} name="left" label=${say('earlier')} disabled=${from <= today()} onClick=${() => setFrom(addDays(from, -span) < today() ? today() : addDays(from, -span))} />
            <div class="booking-strip" role="group" aria-label=${say('days')} ref=${strip} onKeyDown=${key}>${list.length ? list.map((/** @type {any} */ one) => html`<button type="button" key=${one.date} data-day=${one.date} class=${`booking-day ${one.free ? '' : 'full'} ${one.date === open ? 'chosen' : ''}`} aria-pressed=${one.date === open} aria-label=${`${date(one.date, 'full')}: ${say('freeTimes', { count: one.free })}`} onClick=${() => setDay(one.date)}>
                <span class="small">${weekday(one.date)}</span><strong class="number">${date(one.date).slice(0, 5)}</strong><span class="small">${one.free || '–'}</span></button>`) : days.loading ? html`<${Skeleton} rows=${1} />` : ''}</div>
            <${IconButton} name="right" label=${say('later')} onClick=${() => setFrom(addDays(from, span))} /></div>
        ${days.error && html`<${Failure} error=${days.error} retry=${days.reload} />`}
        ${!days.loading && !days.error && list.length > 0 && !open && html`<p class="muted">${say('noDays')} <${Button} small onClick=${() => setFrom(addDays(from, span))}>${say('later')}<//></p>`}
        ${open && html`<${Times} day=${open} slots=${(times.data?.day === open && times.data?.items) || null} error=${times.error} reload=${times.reload} doctor=${doctor} onSlot=${onSlot} />`}</div>`
}

/** Parts of the day by the clinic's clock. @param {Slot} slot */
const partOf = ({ start }) => {
    const hour = +time(start).slice(0, 2)
    return hour < 6 ? 'night' : hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
}

/** @param {{day: string, slots: Slot[]|null, error: any, reload: () => any, doctor: string, onSlot: (slot: Slot) => void}} props */
function Times({ day, slots, error, reload, doctor, onSlot }) {
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!slots) return html`<${Skeleton} rows=${3} />`
    if (!slots.length) return html`<p class="muted">${say('dayFull', { day: date(day, 'long') })}</p>`
    // A time that several doctors have is shown once; who does it is chosen by the server.
    /** @type {Map<string, Slot[]>} */
    const byTime = new Map()
    for (const slot of slots) byTime.set(slot.start, [...(byTime.get(slot.start) || []), slot])
    const parts = ['night', 'morning', 'afternoon', 'evening'].map((part) => ({ part, times: [...byTime].filter(([, same]) => partOf(same[0]) === part) })).filter(({ times }) => times.length)
    return html`<div class="stack booking-times"><h3>${date(day, 'full')}</h3>${parts.map(({ part, times }) => html`<section key=${part} class="stack tight"><strong class="muted small">${say(/** @type {any} */ (part))}</strong><div class="booking-grid">${times.map(([start, same]) => html`<button type="button" key=${start} class="booking-time number" title=${same.map((one) => one.doctor_name).join(', ')} onClick=${() => onSlot(doctor || same.length === 1 ? same[0] : { start, end: same[0].end, doctor_id: '', doctor_name: '' })}>
        ${clock(start)}${!doctor && html`<span class="small muted" aria-label=${say('doctorsFree', { count: same.length })}>${same.length}</span>`}</button>`)}</div></section>`)}</div>`
}

/** The place that was chosen in the calendar: free, or why not. @param {{service: any, wish: {start: string, doctorId: string, chairId: string}, patient: any, onSlot: any, mayOverride: boolean}} props */
function Wish({ service, wish, patient, onSlot, mayOverride }) {
    const [reason, setReason] = useState('')
    const [tried, setTried] = useState(false)
    const why = useLoad(() => get('/slots/why', { service_id: service?.id, start: wish.start, doctor_id: wish.doctorId, patient_id: patient?.id }), [service?.id, wish.start, wish.doctorId, patient?.id])
    useEffect(() => setTried(false), [wish.start])
    const found = why.data?.doctors || []
    const free = found.filter((/** @type {any} */ one) => !one.reason)
    const isHard = found.length > 0 && found.every((/** @type {any} */ one) => ['patient_busy', 'off_grid', 'too_far_ahead', 'too_soon'].includes(one.reason))
    const slot = { start: wish.start, doctor_id: wish.doctorId, doctor_name: found.find((/** @type {any} */ one) => one.doctor_id === wish.doctorId)?.doctor_name || '' }
    const at = `${date(dayOf(wish.start), 'long')}, ${time(wish.start)}`
    const anyway = () => {
        setTried(true)
        if (reason.trim()) onSlot(slot, { override: reason.trim(), keepsRoom: true })
    }
    if (!why.data) return why.error ? html`<${Failure} error=${why.error} retry=${why.reload} />` : html`<${Skeleton} rows=${1} />`
    if (free.length) return html`<div class="notice good row spread"><span>${say('wishFree', { time: at })}</span><${Button} kind="primary" onClick=${() => onSlot(slot, { keepsRoom: true })}>${say('takeIt')}<//></div>`
    return html`<section class="notice warn stack"><p><strong>${say('wishTaken', { time: at })}</strong> ${[...new Set(found.map((/** @type {any} */ one) => reasonOf(one.reason)))].join(' · ')}</p>
        <${FreeTimes} serviceId=${service.id} start=${wish.start} patientId=${patient?.id} onPick=${onSlot} showsReasons=${false} />
        ${mayOverride && !isHard && html`<form class="booking-override" onSubmit=${(/** @type {Event} */ event) => (event.preventDefault(), anyway())}><${Field} label=${say('overrideLabel')} error=${tried && !reason.trim() ? say('needed') : ''} class="grow"><${Input} value=${reason} maxLength="300" onInput=${setReason} /><//><${Button} kind="danger" onClick=${anyway}>${say('anyway')}<//></form>`}</section>`
}
