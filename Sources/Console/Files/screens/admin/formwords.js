import { words } from '../../core/words.js'

export const say = words({
    en: {
        missing: 'Fill this in.', too_short: 'Fill this in.', too_long: 'At most {limit} characters.', too_small: 'At least {limit}.', too_large: 'At most {limit}.', bad_format: 'This is not written as it should be.', bad_range: 'The end must come after the beginning.', unknown: 'This is not known here.', too_many: 'These are too many.', too_few: 'Choose at least one.', bad_hours: 'These hours do not fit together.', too_precise: 'Too many decimals.',
        see: 'Please correct the marked fields.', changed: 'Somebody else has changed this meanwhile. Close this, look at the new state and try again.', offline: 'No connection. Press the button again when the network is back: it is done only once.', cancel: 'Cancel',
        closed: 'Closed', opens: 'Opens', closes: 'Closes', breaks: 'Break', addBreak: 'Add a break', remove: 'Remove', copyDown: 'Copy to the days below', from: 'From', until: 'Until', shift: 'Shift', addShift: 'Add a shift',
    },
    de: {
        missing: 'Bitte ausfüllen.', too_short: 'Bitte ausfüllen.', too_long: 'Höchstens {limit} Zeichen.', too_small: 'Mindestens {limit}.', too_large: 'Höchstens {limit}.', bad_format: 'So kann das nicht geschrieben werden.', bad_range: 'Das Ende muss nach dem Anfang liegen.', unknown: 'Das ist hier nicht bekannt.', too_many: 'Das sind zu viele.', too_few: 'Mindestens eines wählen.', bad_hours: 'Diese Zeiten passen nicht zusammen.', too_precise: 'Zu viele Nachkommastellen.',
        see: 'Bitte die markierten Felder berichtigen.', changed: 'Jemand anderes hat das inzwischen geändert. Schließen Sie das Fenster, sehen Sie den neuen Stand an und versuchen Sie es noch einmal.', offline: 'Keine Verbindung. Drücken Sie noch einmal, wenn das Netz wieder da ist: Es geschieht nur einmal.', cancel: 'Abbrechen',
        closed: 'Geschlossen', opens: 'Öffnet', closes: 'Schließt', breaks: 'Pause', addBreak: 'Pause hinzufügen', remove: 'Entfernen', copyDown: 'Auf die Tage darunter übertragen', from: 'Von', until: 'Bis', shift: 'Schicht', addShift: 'Schicht hinzufügen',
    },
    es: {
        missing: 'Rellene este campo.', too_short: 'Rellene este campo.', too_long: 'Como máximo {limit} caracteres.', too_small: 'Como mínimo {limit}.', too_large: 'Como máximo {limit}.', bad_format: 'Esto no se escribe así.', bad_range: 'El final debe ser posterior al comienzo.', unknown: 'Aquí no se conoce.', too_many: 'Son demasiados.', too_few: 'Elija al menos uno.', bad_hours: 'Estas horas no encajan.', too_precise: 'Demasiados decimales.',
        see: 'Corrija los campos marcados.', changed: 'Otra persona lo ha cambiado entretanto. Cierre, mire el estado nuevo e inténtelo otra vez.', offline: 'Sin conexión. Pulse otra vez cuando vuelva la red: se hace una sola vez.', cancel: 'Cancelar',
        closed: 'Cerrado', opens: 'Abre', closes: 'Cierra', breaks: 'Pausa', addBreak: 'Añadir una pausa', remove: 'Quitar', copyDown: 'Copiar a los días de abajo', from: 'Desde', until: 'Hasta', shift: 'Turno', addShift: 'Añadir un turno',
    },
})
