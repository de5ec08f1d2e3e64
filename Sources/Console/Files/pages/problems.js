// What a refusal means for a patient, in the patient's language. The server's own titles are in English.
import { Offline, Problem } from '../core/api.js'
import { problemText } from '../core/ui.js'
import { language } from '../core/words.js'

/** @type {Record<string, {en: string, de: string, es: string}>} */
const texts = {
    'slot-taken': { en: 'This time is not free any more.', de: 'Dieser Termin ist nicht mehr frei.', es: 'Esa hora ya no está libre.' },
    'group-full': { en: 'This group is full now.', de: 'Diese Gruppe ist inzwischen voll.', es: 'El grupo ya está completo.' },
    'start-in-past': { en: 'This time has passed.', de: 'Dieser Zeitpunkt ist vorbei.', es: 'Esa hora ya ha pasado.' },
    'start-too-soon': { en: 'This time is too soon to book here. Please call the clinic.', de: 'So kurzfristig kann hier nicht gebucht werden. Bitte rufen Sie die Praxis an.', es: 'Es demasiado pronto para reservar aquí. Llame a la clínica, por favor.' },
    'start-too-far-ahead': { en: 'This time is too far ahead.', de: 'So weit im Voraus kann nicht gebucht werden.', es: 'Esa fecha está demasiado lejos.' },
    'booking-limit': { en: 'You have booked as many visits as you can here. Please call the clinic.', de: 'Mehr Termine können Sie hier nicht buchen. Bitte rufen Sie die Praxis an.', es: 'Ya no puede reservar más citas aquí. Llame a la clínica, por favor.' },
    'cancellation-deadline-passed': { en: 'It is too late to cancel or move this visit here. Please call the clinic.', de: 'Absagen oder Verschieben ist hier nicht mehr möglich. Bitte rufen Sie die Praxis an.', es: 'Ya es tarde para anular o cambiar esta cita aquí. Llame a la clínica, por favor.' },
    'appointment-status': { en: 'The visit has changed meanwhile. Please look again.', de: 'Der Termin hat sich inzwischen geändert. Bitte sehen Sie noch einmal nach.', es: 'La cita ha cambiado entretanto. Compruébela otra vez, por favor.' },
    'service-not-for-patient': { en: 'Only the clinic books this service. Please call.', de: 'Diese Leistung bucht nur die Praxis. Bitte rufen Sie an.', es: 'Este servicio solo lo reserva la clínica. Llame, por favor.' },
    'service-not-offered': { en: 'The clinic does not offer this service any more.', de: 'Diese Leistung gibt es nicht mehr.', es: 'La clínica ya no ofrece este servicio.' },
    'doctor-not-available': { en: 'This doctor takes no appointments now.', de: 'Bei dieser Ärztin oder diesem Arzt gibt es zurzeit keine Termine.', es: 'Este profesional no da citas ahora.' },
    'doctor-does-not-offer-service': { en: 'This doctor does not do this treatment.', de: 'Diese Behandlung macht diese Ärztin oder dieser Arzt nicht.', es: 'Este profesional no hace este tratamiento.' },
    'waitlist-offer-lost': { en: 'Somebody else has taken this time.', de: 'Jemand anderes hat diesen Termin genommen.', es: 'Otra persona ha tomado esa hora.' },
    'waitlist-offer-expired': { en: 'This offer has expired. You keep waiting.', de: 'Dieses Angebot ist abgelaufen. Sie warten weiter.', es: 'La oferta ha caducado. Sigue en la lista.' },
    'no-such-waitlist-offer': { en: 'This offer is not there any more.', de: 'Dieses Angebot gibt es nicht mehr.', es: 'Esa oferta ya no existe.' },
    'not-waiting': { en: 'You do not wait for this any more.', de: 'Sie warten darauf nicht mehr.', es: 'Ya no está en esta lista.' },
    'limit-reached': { en: 'You have reached the limit for this.', de: 'Mehr ist hier nicht möglich.', es: 'Ha llegado al límite.' },
    'history-template-changed': { en: 'The clinic has changed the questions. Please answer the new form.', de: 'Die Praxis hat die Fragen geändert. Bitte füllen Sie den neuen Bogen aus.', es: 'La clínica ha cambiado las preguntas. Rellene el formulario nuevo, por favor.' },
    'treatment-plan-status': { en: 'This plan has changed meanwhile.', de: 'Dieser Plan hat sich inzwischen geändert.', es: 'Este plan ha cambiado entretanto.' },
    'consent-status': { en: 'This consent has changed meanwhile.', de: 'Diese Einwilligung hat sich inzwischen geändert.', es: 'Este consentimiento ha cambiado entretanto.' },
    'daily-messages-sent': { en: 'You have sent as many messages as you can today.', de: 'Für heute sind das genug Nachrichten.', es: 'Hoy ya no puede enviar más mensajes.' },
    'thread-full': { en: 'This conversation is full. Please begin a new one.', de: 'Diese Unterhaltung ist voll. Bitte beginnen Sie eine neue.', es: 'Esta conversación está llena. Empiece otra, por favor.' },
    'message-not-withdrawable': { en: 'This message cannot be taken back: it was read or answered, or 15 minutes are over.', de: 'Diese Nachricht lässt sich nicht mehr zurücknehmen: Sie wurde gelesen oder beantwortet, oder 15 Minuten sind vorbei.', es: 'Ya no se puede retirar: se leyó o contestó, o han pasado 15 minutos.' },
    'file-not-clean': { en: 'This file may do harm and was not stored.', de: 'Diese Datei könnte Schaden anrichten und wurde nicht gespeichert.', es: 'El archivo podría ser dañino y no se ha guardado.' },
    'file-quota-reached': { en: 'There is no room for more files.', de: 'Für weitere Dateien ist kein Platz.', es: 'No queda sitio para más archivos.' },
    'unsupported-file-type': { en: 'Please send a PDF, PNG, JPEG or HEIC file.', de: 'Bitte senden Sie PDF, PNG, JPEG oder HEIC.', es: 'Envíe un PDF, PNG, JPEG o HEIC, por favor.' },
    'unsupported-media-type': { en: 'Please send a PDF, PNG, JPEG or HEIC file.', de: 'Bitte senden Sie PDF, PNG, JPEG oder HEIC.', es: 'Envíe un PDF, PNG, JPEG o HEIC, por favor.' },
    'check-ins-prescribed': { en: 'A doctor prescribed these check-ins; only the clinic can change them.', de: 'Diese Meldungen hat die Praxis verordnet; nur sie kann sie ändern.', es: 'Estos avisos los prescribió un médico; solo la clínica puede cambiarlos.' },
    'weak-password': { en: 'This password is too short, too long or too easy to guess. Please choose another one.', de: 'Dieses Passwort ist zu kurz, zu lang oder zu leicht zu erraten. Bitte wählen Sie ein anderes.', es: 'La contraseña es demasiado corta, larga o fácil de adivinar. Elija otra, por favor.' },
    'wrong-password': { en: 'The password is wrong.', de: 'Das Passwort ist falsch.', es: 'La contraseña no es correcta.' },
    'visit-link-invalid': { en: 'This link is not valid any more.', de: 'Dieser Link gilt nicht mehr.', es: 'Este enlace ya no es válido.' },
    'visit-time-not-offered': { en: 'This time is not free any more.', de: 'Dieser Termin ist nicht mehr frei.', es: 'Esa hora ya no está libre.' },
    'public-time-not-offered': { en: 'This time is not free any more.', de: 'Dieser Termin ist nicht mehr frei.', es: 'Esa hora ya no está libre.' },
    'public-request-invalid': { en: 'This code is not right, or it has expired. Look at the newest mail, or ask again.', de: 'Dieser Code stimmt nicht oder ist abgelaufen. Sehen Sie in die neueste Mail, oder fragen Sie noch einmal an.', es: 'El código no es correcto o ha caducado. Mire el último correo o vuelva a pedirla.' },
    'public-booking-closed': { en: 'This clinic takes no bookings here. Please call.', de: 'Diese Praxis nimmt hier keine Buchungen an. Bitte rufen Sie an.', es: 'Esta clínica no acepta reservas aquí. Llame, por favor.' },
    'too-many-requests': { en: 'That was a lot at once. Please wait a little.', de: 'Das war viel auf einmal. Bitte warten Sie ein wenig.', es: 'Demasiadas peticiones. Espere un poco, por favor.' },
    'too-many-attempts': { en: 'That was a lot at once. Please wait a little.', de: 'Das war viel auf einmal. Bitte warten Sie ein wenig.', es: 'Demasiados intentos. Espere un poco, por favor.' },
    contention: { en: 'The clinic is very busy at this moment. Please try again.', de: 'Gerade ist viel los. Bitte versuchen Sie es noch einmal.', es: 'Hay mucha actividad ahora mismo. Inténtelo otra vez.' },
    unavailable: { en: 'The clinic’s computer does not answer at this moment. Please try again.', de: 'Der Rechner der Praxis antwortet gerade nicht. Bitte versuchen Sie es noch einmal.', es: 'El sistema de la clínica no responde ahora. Inténtelo otra vez.' },
    forbidden: { en: 'The clinic does not permit this here.', de: 'Die Praxis erlaubt das hier nicht.', es: 'La clínica no permite esto aquí.' },
    'area-closed': { en: 'The clinic has closed this part of the app.', de: 'Die Praxis hat diesen Teil geschlossen.', es: 'La clínica ha cerrado esta parte.' },
    'not-found': { en: 'This is not there any more.', de: 'Das gibt es nicht mehr.', es: 'Esto ya no existe.' },
    'patient-merged': { en: 'Your record was joined with another one. Please call the clinic.', de: 'Ihre Akte wurde mit einer anderen zusammengeführt. Bitte rufen Sie die Praxis an.', es: 'Su ficha se unió con otra. Llame a la clínica, por favor.' },
}
const seconds = { en: 'Try again in {n} s.', de: 'In {n} s noch einmal versuchen.', es: 'Vuelva a intentarlo en {n} s.' }
const unclear = { en: 'Something in the form is not right:', de: 'Etwas stimmt nicht:', es: 'Algo no es correcto:' }

/** A sentence for a failure. @param {any} error @returns {string} */
export function explain(error) {
    if (error instanceof Offline || !(error instanceof Problem)) return problemText(error)
    const own = texts[error.type]
    if (own) return error.retryAfter && error.status === 429 ? `${own[language()]} ${seconds[language()].replace('{n}', String(error.retryAfter))}` : own[language()]
    return error.status === 400 ? `${unclear[language()]} ${problemText(error)}` : problemText(error)
}
