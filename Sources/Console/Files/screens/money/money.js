// Invoices, payments and the day close.
import { get } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { go, useHandedOver, useRoute } from '../../core/router.js'
import { Tabs, useStyle } from '../../core/ui.js'
import { Days } from './days.js'
import { DraftEditor } from './draft.js'
import { Drafts } from './drafts.js'
import { Families } from './family.js'
import { InvoiceDialog } from './invoice.js'
import { Invoices } from './invoices.js'
import { PaymentDialog } from './payment.js'
import { Payments } from './payments.js'
import { say } from './words.js'

const parts = ['invoices', 'drafts', 'payments', 'family', 'days']

/**
 * Other screens may hand over `{patient}` (its card), `{patientId}`, `{invoiceId}`, `{paymentId}`, and
 * `{newInvoice: true, patientId, appointmentId}`.
 */
export default function Money() {
    useStyle('/console/screens/money/money.css')
    const { sub } = useRoute()
    const part = parts.includes(sub) ? sub : 'invoices'
    const given = useHandedOver()
    const [patient, setPatient] = useState(/** @type {any} */ (null))
    /** @type {[any, (open: any) => void]} */
    const [open, setOpen] = useState(/** @type {any} */ (null))
    const [turn, setTurn] = useState(0)
    const changed = () => setTurn((before) => before + 1)
    useEffect(() => {
        if (!given) return
        if (given.patient) setPatient(given.patient)
        else if (given.patientId) get(`/patients/${given.patientId}`).then(setPatient, () => setPatient({ id: given.patientId, name: '…' }))
        if (given.invoiceId) setOpen({ invoice: { id: given.invoiceId } })
        if (given.paymentId) setOpen({ payment: { id: given.paymentId } })
        if (given.newInvoice) setOpen({ draft: { patient_id: given.patientId || given.patient?.id, appointment_id: given.appointmentId } })
    }, [given])
    return html`<div class="screen-head"><h1>${say('title')}</h1></div>
        <${Tabs} label=${say('title')} value=${part} onChange=${(/** @type {string} */ id) => go(`money/${id}`)} tabs=${parts.map((id) => ({ id, label: say(/** @type {any} */ (id)) }))}>
            ${part === 'invoices' && html`<${Invoices} patient=${patient} onPatient=${setPatient} turn=${turn} onChanged=${changed} onOpen=${(/** @type {any} */ invoice) => setOpen({ invoice })} onNew=${() => setOpen({ draft: { patient_id: patient?.id, patient } })} />`}
            ${part === 'drafts' && html`<${Drafts} turn=${turn} onOpen=${(/** @type {any} */ draft) => setOpen({ draft })} onNew=${() => setOpen({ draft: {} })} />`}
            ${part === 'payments' && html`<${Payments} patient=${patient} onPatient=${setPatient} turn=${turn} onOpen=${(/** @type {any} */ payment) => setOpen({ payment })} onChanged=${changed} />`}
            ${part === 'family' && html`<${Families} onChanged=${changed} />`}
            ${part === 'days' && html`<${Days} />`}
        <//>
        ${open?.invoice && html`<${InvoiceDialog} key=${open.invoice.id} invoice=${open.invoice} onClose=${() => setOpen(null)} onChanged=${changed} onPayment=${(/** @type {any} */ payment) => setOpen({ payment, back: open.invoice })} />`}
        ${open?.payment && html`<${PaymentDialog} key=${open.payment.id} payment=${open.payment} onClose=${() => setOpen(open.back ? { invoice: open.back } : null)} onChanged=${changed} onInvoice=${(/** @type {any} */ invoice) => setOpen({ invoice })} />`}
        ${open?.draft && html`<${DraftEditor} draft=${open.draft} onClose=${() => setOpen(null)} onChanged=${changed} onIssued=${(/** @type {any} */ invoice) => setOpen({ invoice })} />`}`
}
