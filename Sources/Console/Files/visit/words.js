import { words } from '../core/words.js'

export const say = words({
    en: {
        title: 'Your visit', atClinic: 'Clinic', service: 'Treatment', phone: 'Telephone', status: 'Status', length: 'Duration',
        confirm: 'I will come', confirmed: 'Thank you, your visit is confirmed', move: 'Move the visit', cancel: 'Cancel the visit', calendar: 'Add to calendar',
        until: 'You can move or cancel it here until {when}.', tooLate: 'It could be moved or cancelled here until {when}. Please call the clinic now.', notHere: 'It cannot be moved or cancelled here. Please call the clinic.',
        sureCancel: 'Cancel this visit?', sureCancelText: 'The time becomes free for others. This cannot be taken back.', keep: 'Keep it', cancelled: 'Your visit is cancelled', cancelledText: 'Thank you for telling the clinic. The time is free for somebody else now.',
        chooseTime: 'Choose another time', sureMove: 'Move the visit?', sureMoveText: 'From {from} to {to}.', moved: 'Your visit is moved', movedText: 'The old link is not valid any more. Keep this page open, or note the new time.', back: 'Keep the time',
        invalid: 'This link is not valid any more', invalidText: 'The visit was moved, cancelled, or has begun. Open the newest message of the clinic, or call the clinic.', incomplete: 'This link is incomplete', incompleteText: 'Open the link in the message of the clinic once more. For your safety this page does not keep it, so it cannot be reloaded.',
        retry: 'Try again',
    },
    de: {
        title: 'Ihr Termin', atClinic: 'Praxis', service: 'Behandlung', phone: 'Telefon', status: 'Stand', length: 'Dauer',
        confirm: 'Ich komme', confirmed: 'Danke, Ihr Termin ist bestätigt', move: 'Termin verschieben', cancel: 'Termin absagen', calendar: 'In den Kalender',
        until: 'Hier verschieben oder absagen können Sie bis {when}.', tooLate: 'Verschieben oder absagen ging hier bis {when}. Bitte rufen Sie jetzt die Praxis an.', notHere: 'Verschieben oder absagen geht hier nicht. Bitte rufen Sie die Praxis an.',
        sureCancel: 'Diesen Termin absagen?', sureCancelText: 'Die Zeit wird für andere frei. Das lässt sich nicht zurücknehmen.', keep: 'Behalten', cancelled: 'Ihr Termin ist abgesagt', cancelledText: 'Danke, dass Sie Bescheid gegeben haben. Die Zeit ist jetzt für jemand anderen frei.',
        chooseTime: 'Anderen Termin wählen', sureMove: 'Termin verschieben?', sureMoveText: 'Von {from} auf {to}.', moved: 'Ihr Termin ist verschoben', movedText: 'Der alte Link gilt nicht mehr. Lassen Sie diese Seite offen, oder notieren Sie die neue Zeit.', back: 'Zeit behalten',
        invalid: 'Dieser Link gilt nicht mehr', invalidText: 'Der Termin wurde verschoben, abgesagt oder hat begonnen. Öffnen Sie die neueste Nachricht der Praxis, oder rufen Sie an.', incomplete: 'Dieser Link ist unvollständig', incompleteText: 'Öffnen Sie den Link in der Nachricht der Praxis noch einmal. Zu Ihrer Sicherheit merkt sich diese Seite ihn nicht und lässt sich nicht neu laden.',
        retry: 'Noch einmal',
    },
    es: {
        title: 'Su cita', atClinic: 'Clínica', service: 'Tratamiento', phone: 'Teléfono', status: 'Estado', length: 'Duración',
        confirm: 'Iré', confirmed: 'Gracias, su cita está confirmada', move: 'Cambiar la cita', cancel: 'Anular la cita', calendar: 'Añadir al calendario',
        until: 'Puede cambiarla o anularla aquí hasta {when}.', tooLate: 'Se podía cambiar o anular aquí hasta {when}. Llame ahora a la clínica, por favor.', notHere: 'No se puede cambiar ni anular aquí. Llame a la clínica, por favor.',
        sureCancel: '¿Anular esta cita?', sureCancelText: 'La hora queda libre para otros. No se puede deshacer.', keep: 'Conservarla', cancelled: 'Su cita está anulada', cancelledText: 'Gracias por avisar a la clínica. La hora queda libre para otra persona.',
        chooseTime: 'Elija otra hora', sureMove: '¿Cambiar la cita?', sureMoveText: 'De {from} a {to}.', moved: 'Su cita está cambiada', movedText: 'El enlace anterior ya no es válido. Deje esta página abierta o apunte la nueva hora.', back: 'Conservar la hora',
        invalid: 'Este enlace ya no es válido', invalidText: 'La cita se cambió, se anuló o ya ha empezado. Abra el último mensaje de la clínica o llame.', incomplete: 'El enlace está incompleto', incompleteText: 'Abra otra vez el enlace del mensaje de la clínica. Por su seguridad esta página no lo guarda y no se puede recargar.',
        retry: 'Otra vez',
    },
})
