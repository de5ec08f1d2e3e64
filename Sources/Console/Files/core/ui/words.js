import { words } from '../words.js'

export const say = words({
    en: {
        close: 'Close', cancel: 'Cancel', retry: 'Try again', failed: 'This did not work', offline: 'No connection to the server. Nothing was changed.',
        loading: 'Loading', none: 'Nothing found', searching: 'Searching …', undo: 'Undo', yes: 'Yes', no: 'No', more: 'More',
        findPatient: 'Find a patient', findHint: 'Name, birth date or phone',
        booked: 'Booked', requested: 'Requested', confirmed: 'Confirmed', arrived: 'Waiting', seated: 'Seated', in_treatment: 'In treatment', ready_for_checkout: 'Finished', completed: 'Completed', cancelled: 'Cancelled', no_show: 'Did not come', entered_in_error: 'Entered in error',
        age: '{count} years', wait: 'Try again in {seconds} s.', id: 'If you tell the operator: {id}',
    },
    de: {
        close: 'Schließen', cancel: 'Abbrechen', retry: 'Noch einmal', failed: 'Das hat nicht geklappt', offline: 'Keine Verbindung zum Server. Nichts wurde geändert.',
        loading: 'Wird geladen', none: 'Nichts gefunden', searching: 'Suche läuft …', undo: 'Rückgängig', yes: 'Ja', no: 'Nein', more: 'Mehr',
        findPatient: 'Patient suchen', findHint: 'Name, Geburtsdatum oder Telefon',
        booked: 'Gebucht', requested: 'Angefragt', confirmed: 'Bestätigt', arrived: 'Wartet', seated: 'Im Zimmer', in_treatment: 'In Behandlung', ready_for_checkout: 'Fertig behandelt', completed: 'Abgeschlossen', cancelled: 'Abgesagt', no_show: 'Nicht erschienen', entered_in_error: 'Irrtümlich',
        age: '{count} Jahre', wait: 'In {seconds} s noch einmal versuchen.', id: 'Für den Betreiber: {id}',
    },
    es: {
        close: 'Cerrar', cancel: 'Cancelar', retry: 'Otra vez', failed: 'No ha funcionado', offline: 'Sin conexión con el servidor. No se ha cambiado nada.',
        loading: 'Cargando', none: 'Sin resultados', searching: 'Buscando …', undo: 'Deshacer', yes: 'Sí', no: 'No', more: 'Más',
        findPatient: 'Buscar paciente', findHint: 'Nombre, fecha de nacimiento o teléfono',
        booked: 'Reservada', requested: 'Solicitada', confirmed: 'Confirmada', arrived: 'Espera', seated: 'En el sillón', in_treatment: 'En tratamiento', ready_for_checkout: 'Terminada', completed: 'Completada', cancelled: 'Cancelada', no_show: 'No vino', entered_in_error: 'Errónea',
        age: '{count} años', wait: 'Vuelva a intentarlo en {seconds} s.', id: 'Para el operador: {id}',
    },
})
