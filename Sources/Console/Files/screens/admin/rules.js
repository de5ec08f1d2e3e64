import { put } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { CheckField, ChoicesField, NumberField, SelectField } from './form.js'
import { Section, tagOf } from './section.js'
import { roleOptions } from './roles.js'
import { say } from './words.js'

/** Rules of booking, waits, public booking and invoices. @param {{settings: any, onSaved: (settings: any) => void}} props */
export function Rules({ settings, onSaved }) {
    const { scheduling } = settings
    const desk = { undo_minutes: 15, override_roles: ['receptionist', 'admin'], guardians_book: false, open_bookings: 10, daily_bookings: 10, ...scheduling.desk }
    const version = { ifMatch: tagOf(settings) }
    const link = `${location.origin}/book/${settings.id}`
    return html`<div class="admin-two">
        <${Section} title=${say('scheduling')} first=${{ ...scheduling, approves_patient_bookings: Boolean(scheduling.approves_patient_bookings), admins_treat: Boolean(scheduling.admins_treat), desk }} send=${(/** @type {any} */ value) => put('/clinic/scheduling', value, version)} onSaved=${onSaved}>
            ${(/** @type {any} */ form) => html`<div class="admin-grid"><${SelectField} form=${form} name="offer_minutes" label=${say('offer')} read=${Number} options=${[5, 10, 15, 20, 30, 60].map((one) => ({ value: one, label: String(one) }))} />
                    <${NumberField} form=${form} name="minimum_notice_minutes" label=${say('minimumNotice')} /><${NumberField} form=${form} name="horizon_days" label=${say('horizon')} /><${NumberField} form=${form} name="hold_minutes" label=${say('hold')} />
                    <${NumberField} form=${form} name="cancellation_notice_hours" label=${say('cancelNotice')} /><${NumberField} form=${form} name="no_show_after_minutes" label=${say('noShowAfter')} /><${NumberField} form=${form} name="desk/undo_minutes" label=${say('undoMinutes')} />
                    <${NumberField} form=${form} name="desk/open_bookings" label=${say('openBookings')} /><${NumberField} form=${form} name="desk/daily_bookings" label=${say('dailyBookings')} /></div>
                <${CheckField} form=${form} name="approves_patient_bookings" label=${say('approves')} /><${CheckField} form=${form} name="desk/guardians_book" label=${say('guardiansBook')} /><${CheckField} form=${form} name="admins_treat" label=${say('adminsTreat')} />
                <${ChoicesField} form=${form} name="desk/override_roles" label=${say('overrideRoles')} options=${roleOptions()} />`}<//>
        <div class="stack">
            <${Section} title=${say('waits')} hint=${say('waitsHint')} first=${settings.wait_limits} send=${(/** @type {any} */ value) => put('/clinic/wait-limits', value, version)} onSaved=${onSaved}>
                ${(/** @type {any} */ form) => html`<div class="admin-grid"><${NumberField} form=${form} name="arrived_minutes" label=${say('arrived')} min=${1} /><${NumberField} form=${form} name="seated_minutes" label=${say('seated')} min=${1} /><${NumberField} form=${form} name="ready_for_checkout_minutes" label=${say('ready')} min=${1} /></div>`}<//>
            <${Section} title=${say('publicBooking')} first=${settings.public_booking} send=${(/** @type {any} */ value) => put('/clinic/public-booking', value, version)} onSaved=${onSaved}>
                ${(/** @type {any} */ form) => html`<${CheckField} form=${form} name="enabled" label=${say('publicEnabled')} /><${CheckField} form=${form} name="shows_doctors" label=${say('publicDoctors')} />
                    ${settings.public_booking.enabled && html`<p class="small">${say('publicLink')}: <a href=${link} target="_blank" rel="noopener">${link}</a></p>`}`}<//>
            <${Section} title=${say('billing')} first=${{ tax_percent: settings.billing_terms.tax_percent, payment_term_days: settings.billing_terms.payment_term_days, cash_rounding: settings.billing_terms.cash_rounding ?? null }} send=${(/** @type {any} */ value) => put('/clinic/billing-terms', value, version)} onSaved=${onSaved}>
                ${(/** @type {any} */ form) => html`<div class="admin-grid"><${NumberField} form=${form} name="tax_percent" label=${say('taxPercent')} step="0.1" /><${NumberField} form=${form} name="payment_term_days" label=${say('termDays')} /><${NumberField} form=${form} name="cash_rounding" label=${say('cashRounding')} hint=${say('cashRoundingHint')} /></div>`}<//></div></div>`
}
