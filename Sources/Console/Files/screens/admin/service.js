import { del, post, put } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { go } from '../../core/router.js'
import { session } from '../../core/session.js'
import { Button, Confirm, Dialog, Field, Input, MoneyInput, toast } from '../../core/ui.js'
import { ChoicesField, FormButtons, FormFrame, ListField, listOf, MoneyField, NumberField, orNull, SelectField, TextField, useForm } from './form.js'
import { tagOf } from './section.js'
import { bookers } from './bookers.js'
import { say } from './words.js'

/** Lists are absent rather than empty. @template T @param {T[]} list */
const orAbsent = (list) => (list.length ? list : undefined)

/** The details that a service has; what the form does not show stays as it was. @param {any} service @param {any} value */
function bodyOf(service, value) {
    const { id, version, active, recall, ...kept } = service || {}
    const buffers = value.before || value.after ? { minutes_before: value.before || 0, minutes_after: value.after || 0 } : null
    const others = value.others.filter((/** @type {any} */ one) => one.price !== null || one.minutes !== null)
    const currency = session().clinic?.currency
    return {
        ...kept, code: value.code.trim(), name: value.name.trim(), category: orNull(value.category), duration_minutes: value.duration_minutes, price: value.price,
        booked_by: value.booked_by || null, minimum_age: value.minimum_age, deposit: value.deposit?.amount ? value.deposit : null,
        needs: orAbsent(listOf(value.needs)), doctors: orAbsent(value.doctors), buffers, capacity: value.capacity > 1 ? value.capacity : null,
        prices: orAbsent(others.filter((/** @type {any} */ one) => one.price !== null).map((/** @type {any} */ one) => ({ doctor_id: one.id, price: { amount: one.price, currency } }))),
        durations: orAbsent(others.filter((/** @type {any} */ one) => one.minutes !== null).map((/** @type {any} */ one) => ({ doctor_id: one.id, duration_minutes: one.minutes }))),
    }
}

/** @param {{service: any, doctors: any[], onClose: () => void, onChanged: () => any}} props */
export function ServiceDialog({ service, doctors, onClose, onChanged }) {
    const currency = session().clinic?.currency || 'EUR'
    const [asks, setAsks] = useState(false)
    const form = useForm({
        code: service?.code || '', name: service?.name || '', category: service?.category || '', duration_minutes: service?.duration_minutes ?? 30, price: service?.price || null, booked_by: service?.booked_by || '',
        minimum_age: service?.minimum_age ?? null, deposit: service?.deposit || null, needs: service?.needs || [], doctors: service?.doctors || [], before: service?.buffers?.minutes_before ?? null, after: service?.buffers?.minutes_after ?? null, capacity: service?.capacity ?? null,
        months: service?.recall?.months ?? null,
        others: doctors.map((one) => ({ id: one.id, price: service?.prices?.find((/** @type {any} */ other) => other.doctor_id === one.id)?.price.amount ?? null, minutes: service?.durations?.find((/** @type {any} */ other) => other.doctor_id === one.id)?.duration_minutes ?? null })),
    })
    const { value } = form
    const send = async () => {
        const body = bodyOf(service, value)
        const done = await form.submit(async () => {
            const saved = service ? await put(`/services/${service.id}`, body, { key: form.key(body), ifMatch: tagOf(service) }) : await post('/services', body, { key: form.key(body) })
            const before = service?.recall?.months ?? null
            if (value.months && value.months !== before) await put(`/services/${saved.id}/recall`, { months: value.months })
            if (!value.months && service?.recall) await del(`/services/${saved.id}/recall`)
        }, say('serviceSaved'), { 'service-code-taken': 'code' })
        if (!done) return
        onClose()
        await onChanged()
    }
    const retire = async () => {
        await post(`/services/${service.id}/retire`)
        toast(say('serviceRetired'))
        onClose()
        await onChanged()
    }
    const other = (/** @type {string} */ id, /** @type {any} */ part) => form.set('others', value.others.map((/** @type {any} */ one) => (one.id === id ? { ...one, ...part } : one)))
    return html`<${Dialog} wide title=${service ? service.name : say('addService')} onClose=${onClose} footer=${html`
            ${service && html`<${Button} icon="history" onClick=${() => go('history/changes', { kind: 'service', id: service.id, title: service.name })}>${say('history')}<//>`}
            ${service?.active && html`<${Button} kind="danger" onClick=${() => setAsks(true)}>${say('retire')}<//>`}<${FormButtons} form=${form} onCancel=${onClose} onSubmit=${send} label=${say('save')} />`}>
        <${FormFrame} form=${form} onSubmit=${send}>
            <div class="admin-grid"><${TextField} form=${form} name="code" label=${say('code')} autocomplete="off" maxlength=${20} /><${TextField} form=${form} name="name" label=${say('name')} autocomplete="off" /><${TextField} form=${form} name="category" label=${say('category')} autocomplete="off" />
                <${NumberField} form=${form} name="duration_minutes" label=${say('duration')} min=${5} step=${5} /><${MoneyField} form=${form} name="price" label=${say('price')} currency=${currency} /><${MoneyField} form=${form} name="deposit" label=${say('deposit')} currency=${currency} />
                <${SelectField} form=${form} name="booked_by" label=${say('bookedBy')} options=${bookers()} /><${NumberField} form=${form} name="minimum_age" label=${say('minimumAge')} max=${120} /><${NumberField} form=${form} name="capacity" label=${say('capacity')} min=${1} placeholder="1" disabled=${Boolean(service?.segments)} />
                <${NumberField} form=${form} name="before" label=${say('before')} step=${5} /><${NumberField} form=${form} name="after" label=${say('after')} step=${5} /><${NumberField} form=${form} name="months" label=${say('recallMonths')} min=${1} max=${120} /></div>
            <p class="muted small">${say('recallHint')}</p>
            <${ListField} form=${form} name="needs" label=${say('needs')} hint=${say('needsHint')} autocomplete="off" />
            <${ChoicesField} form=${form} name="doctors" label=${say('offeredBy')} hint=${say('offeredByHint')} options=${doctors.map((one) => ({ value: one.id, label: html`<bdi>${one.name}</bdi>` }))} />
            ${doctors.length > 0 && html`<details class="admin-details"><summary>${say('doctorPrices')}</summary><ul class="bare admin-list">${doctors.map((one) => {
                const kept = value.others.find((/** @type {any} */ item) => item.id === one.id)
                return html`<li key=${one.id}><bdi class="grow">${one.name}</bdi><${Field} label=${say('price')}><${MoneyInput} currency=${currency} placeholder=${say('usual')} value=${kept.price} onChange=${(/** @type {number|null} */ price) => other(one.id, { price })} /><//>
                    <${Field} label=${say('minutes')}><${Input} type="number" min="5" step="5" placeholder=${say('usual')} value=${kept.minutes ?? ''} onInput=${(/** @type {string} */ text) => other(one.id, { minutes: text === '' ? null : Number(text) })} /><//></li>`
            })}</ul></details>`}
            ${service?.segments && html`<p class="muted small">${say('segmentsKept')}</p>`}<//>
        ${asks && html`<${Confirm} title=${say('retireService', { name: service.name })} text=${say('retireServiceText')} confirm=${say('retire')} danger onClose=${() => setAsks(false)} onConfirm=${retire} />`}<//>`
}
