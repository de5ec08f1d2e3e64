import { words } from '../words.js'

export const say = words({
    en: {
        waiting: { one: '{count} step waits for the network', other: '{count} steps wait for the network' },
        refused: { one: '{count} step was refused', other: '{count} steps were refused' },
        show: 'Show', title: 'Steps that are not done', waitingHead: 'Waiting', waitingText: 'They are sent in this order as soon as the server can be reached. Closing the page does not lose them; signing out does.', refusedHead: 'Refused', refusedText: 'The server did not do these. Look at the visit and take the step again if it is still right.',
        remove: 'Remove', dismiss: 'Dismiss', dismissAll: 'Dismiss all', send: 'Send now', previous: 'The step before it was refused.',
        loseTitle: 'Sign out and lose steps?', loseText: { one: '{count} step has not reached the server. It is lost if you sign out now.', other: '{count} steps have not reached the server. They are lost if you sign out now.' }, lose: 'Sign out and lose them', at: 'at {time}',
        memoryOnly: 'This browser keeps nothing for this page: do not close it before the steps are sent.',
    },
    de: {
        waiting: { one: '{count} Schritt wartet auf das Netz', other: '{count} Schritte warten auf das Netz' },
        refused: { one: '{count} Schritt wurde abgelehnt', other: '{count} Schritte wurden abgelehnt' },
        show: 'Zeigen', title: 'Schritte, die nicht erledigt sind', waitingHead: 'Warten', waitingText: 'Sie werden in dieser Reihenfolge gesendet, sobald der Server erreichbar ist. Beim Schließen der Seite bleiben sie erhalten, beim Abmelden nicht.', refusedHead: 'Abgelehnt', refusedText: 'Der Server hat sie nicht ausgeführt. Prüfen Sie den Termin und wiederholen Sie den Schritt, wenn er noch richtig ist.',
        remove: 'Entfernen', dismiss: 'Erledigt', dismissAll: 'Alle erledigt', send: 'Jetzt senden', previous: 'Der Schritt davor wurde abgelehnt.',
        loseTitle: 'Abmelden und Schritte verlieren?', loseText: { one: '{count} Schritt hat den Server nicht erreicht. Wenn Sie sich jetzt abmelden, geht er verloren.', other: '{count} Schritte haben den Server nicht erreicht. Wenn Sie sich jetzt abmelden, gehen sie verloren.' }, lose: 'Abmelden und verlieren', at: 'um {time}',
        memoryOnly: 'Dieser Browser speichert für diese Seite nichts: Schließen Sie sie nicht, bevor die Schritte gesendet sind.',
    },
    es: {
        waiting: { one: '{count} paso espera la red', other: '{count} pasos esperan la red' },
        refused: { one: '{count} paso fue rechazado', other: '{count} pasos fueron rechazados' },
        show: 'Ver', title: 'Pasos que no se han hecho', waitingHead: 'En espera', waitingText: 'Se envían en este orden en cuanto se llegue al servidor. Al cerrar la página no se pierden; al salir de la sesión, sí.', refusedHead: 'Rechazados', refusedText: 'El servidor no los ha hecho. Mire la cita y repita el paso si aún es correcto.',
        remove: 'Quitar', dismiss: 'Descartar', dismissAll: 'Descartar todos', send: 'Enviar ahora', previous: 'El paso anterior fue rechazado.',
        loseTitle: '¿Salir y perder pasos?', loseText: { one: '{count} paso no ha llegado al servidor. Se pierde si sale ahora.', other: '{count} pasos no han llegado al servidor. Se pierden si sale ahora.' }, lose: 'Salir y perderlos', at: 'a las {time}',
        memoryOnly: 'Este navegador no guarda nada de esta página: no la cierre antes de que se envíen los pasos.',
    },
})
