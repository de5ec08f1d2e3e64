// Booking for the patient on the screen, without leaving the record. The dialog's code is loaded when it is needed.
import { html, useEffect, useState } from '../../core/dom.js'
import { Dialog, Failure, Skeleton } from '../../core/ui.js'
import { say } from './words.js'

/**
 * @param {{patient: any, serviceId?: string, treatmentItems?: {treatment_plan_id: string, item_id: string}[], onDone: (appointment?: any) => any}} props
 */
export function Book(props) {
    const [loaded, setLoaded] = useState(/** @type {any} */ (null))
    const load = () => import('../booking/booking.js').then((module) => setLoaded({ Shown: module.BookingDialog }), (error) => setLoaded({ error }))
    useEffect(() => {
        load()
    }, [])
    if (loaded?.Shown) return html`<${loaded.Shown} ...${props} />`
    return html`<${Dialog} title=${say('book')} onClose=${() => props.onDone()}>${loaded?.error ? html`<${Failure} error=${loaded.error} retry=${load} />` : html`<${Skeleton} rows=${4} />`}<//>`
}
