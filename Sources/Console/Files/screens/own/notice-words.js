import { words } from '../../core/words.js'

/** The kinds of notifications, which the server names in the language of the preferences. */
const say = words({
    en: { 'appointment.reminder': 'A visit is coming up', 'appointment.status_changed': 'A visit has changed', 'message.new': 'New message', 'payment.received': 'Payment received', 'recall.due': 'Time for a check-up', 'waitlist.offer': 'A time is offered', 'check-in.due': 'Time to check in', 'check-in.missed': 'A check-in was missed' },
    de: { 'appointment.reminder': 'Ein Termin steht bevor', 'appointment.status_changed': 'Ein Termin hat sich geändert', 'message.new': 'Neue Nachricht', 'payment.received': 'Zahlung eingegangen', 'recall.due': 'Zeit für eine Kontrolle', 'waitlist.offer': 'Ein Termin wird angeboten', 'check-in.due': 'Zeit, sich zu melden', 'check-in.missed': 'Eine Meldung ist ausgeblieben' },
    es: { 'appointment.reminder': 'Se acerca una cita', 'appointment.status_changed': 'Una cita ha cambiado', 'message.new': 'Mensaje nuevo', 'payment.received': 'Pago recibido', 'recall.due': 'Toca una revisión', 'waitlist.offer': 'Se ofrece una hora', 'check-in.due': 'Toca avisar', 'check-in.missed': 'Faltó un aviso' },
})

/** The kinds in the order of the preferences. */
export const kinds = ['appointment.reminder', 'appointment.status_changed', 'waitlist.offer', 'recall.due', 'message.new', 'payment.received', 'check-in.due', 'check-in.missed']

/** @param {string} kind */
export function kindText(kind) {
    return say(/** @type {any} */ (kind))
}
