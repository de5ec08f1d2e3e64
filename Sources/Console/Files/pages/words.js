import { words } from '../core/words.js'

/** Words of the pages that people open without signing in, and of the choice of a free time. */
export const say = words({
    en: {
        language: 'Language', skip: 'Skip to content',
        previousMonth: 'Previous month', nextMonth: 'Next month',
        freeTimes: { one: '{count} free time', other: '{count} free times' }, noFree: 'no free time',
        noneInMonth: 'No free time in {month}.', noneAtAll: 'There is no free time in the next weeks. Please call the clinic.', chooseDay: 'Choose a day', calendarHelp: 'Arrow keys move by days, Page Up and Page Down by months.',
        timesOf: 'Free times on {day}', noTimes: 'No time is free on this day any more.', night: 'Night', morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening',
        taken: 'Somebody else was faster: this time is not free any more. These times near it are free:', takenNone: 'This time is not free any more. Please choose another one.', group: '{count} places left',
    },
    de: {
        language: 'Sprache', skip: 'Zum Inhalt',
        previousMonth: 'Voriger Monat', nextMonth: 'Nächster Monat',
        freeTimes: { one: '{count} freier Termin', other: '{count} freie Termine' }, noFree: 'kein freier Termin',
        noneInMonth: 'Kein freier Termin im {month}.', noneAtAll: 'In den nächsten Wochen ist kein Termin frei. Bitte rufen Sie die Praxis an.', chooseDay: 'Tag wählen', calendarHelp: 'Pfeiltasten wechseln den Tag, Bild auf und Bild ab den Monat.',
        timesOf: 'Freie Termine am {day}', noTimes: 'An diesem Tag ist nichts mehr frei.', night: 'Nachts', morning: 'Vormittags', afternoon: 'Nachmittags', evening: 'Abends',
        taken: 'Jemand war schneller: Dieser Termin ist nicht mehr frei. In der Nähe sind frei:', takenNone: 'Dieser Termin ist nicht mehr frei. Bitte wählen Sie einen anderen.', group: 'noch {count} Plätze',
    },
    es: {
        language: 'Idioma', skip: 'Ir al contenido',
        previousMonth: 'Mes anterior', nextMonth: 'Mes siguiente',
        freeTimes: { one: '{count} hora libre', other: '{count} horas libres' }, noFree: 'sin horas libres',
        noneInMonth: 'No hay horas libres en {month}.', noneAtAll: 'No hay horas libres en las próximas semanas. Llame a la clínica, por favor.', chooseDay: 'Elija un día', calendarHelp: 'Las flechas cambian de día; Re Pág y Av Pág, de mes.',
        timesOf: 'Horas libres del {day}', noTimes: 'Ya no queda ninguna hora libre ese día.', night: 'Noche', morning: 'Mañana', afternoon: 'Tarde', evening: 'Última hora',
        taken: 'Otra persona fue más rápida: esa hora ya no está libre. Cerca hay estas:', takenNone: 'Esa hora ya no está libre. Elija otra, por favor.', group: 'quedan {count} plazas',
    },
})
