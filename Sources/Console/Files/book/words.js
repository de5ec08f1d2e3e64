import { words } from '../core/words.js'

export const say = words({
    en: {
        title: 'Book a visit', closed: 'Booking is not open here', closedText: 'This clinic takes no bookings on this page, or the address is not right. Please call the clinic.', noServices: 'There is nothing to book here at present. Please call the clinic.',
        step: 'Step {at} of {count}', chooseService: 'What do you need?', other: 'Other', minutes: '{count} min', fromAge: 'from {count} years', back: 'Back',
        chooseTime: 'When would you like to come?', doctor: 'With', anyDoctor: 'Any doctor', chosen: 'Your choice', change: 'Change',
        person: 'Who comes?', personText: 'The clinic needs this to know you and to reach you.', given: 'First name', family: 'Last name', birth: 'Date of birth', phone: 'Telephone', email: 'E-mail address', emailHint: 'We mail a code to this address.', reason: 'Why do you come? (optional)', reasonHint: 'For example: a tooth hurts at night.', ask: 'Send me the code',
        needed: 'Please fill this in.', needEmail: 'Please enter an e-mail address.', needBirth: 'Please enter a date of birth.', tooYoung: 'This service can be booked here from {count} years. Please call the clinic.',
        code: 'Enter the code', codeText: 'We have mailed a code to {email}. The visit is booked when you enter it. The code is good until {until}.', codeLabel: 'Code from the mail', book: 'Book', again: 'Send another code', sentAgain: 'Another code is on its way.', changeDetails: 'Change the details', needCode: 'Please enter the code.',
        done: 'Your visit is requested', doneBooked: 'Your visit is booked', doneText: 'The clinic looks at your request and answers. Please come at this time unless it tells you otherwise.', service: 'Treatment', clinic: 'Clinic', calendar: 'Add to calendar', another: 'Book another visit', call: 'Questions? Call {phone}', account: 'You come more often? With an account you see your visits and bills.', register: 'Register', signIn: 'I have an account: sign in',
    },
    de: {
        title: 'Termin buchen', closed: 'Hier kann nicht gebucht werden', closedText: 'Diese Praxis nimmt auf dieser Seite keine Buchungen an, oder die Adresse stimmt nicht. Bitte rufen Sie die Praxis an.', noServices: 'Zurzeit kann hier nichts gebucht werden. Bitte rufen Sie die Praxis an.',
        step: 'Schritt {at} von {count}', chooseService: 'Was brauchen Sie?', other: 'Weiteres', minutes: '{count} min', fromAge: 'ab {count} Jahren', back: 'Zurück',
        chooseTime: 'Wann möchten Sie kommen?', doctor: 'Bei', anyDoctor: 'Egal bei wem', chosen: 'Ihre Wahl', change: 'Ändern',
        person: 'Wer kommt?', personText: 'Das braucht die Praxis, um Sie zu kennen und zu erreichen.', given: 'Vorname', family: 'Nachname', birth: 'Geburtsdatum', phone: 'Telefon', email: 'E-Mail-Adresse', emailHint: 'An diese Adresse schicken wir einen Code.', reason: 'Warum kommen Sie? (freiwillig)', reasonHint: 'Zum Beispiel: Ein Zahn schmerzt nachts.', ask: 'Code anfordern',
        needed: 'Bitte ausfüllen.', needEmail: 'Bitte geben Sie eine E-Mail-Adresse ein.', needBirth: 'Bitte geben Sie ein Geburtsdatum ein.', tooYoung: 'Diese Leistung ist hier ab {count} Jahren buchbar. Bitte rufen Sie die Praxis an.',
        code: 'Code eingeben', codeText: 'Wir haben einen Code an {email} geschickt. Gebucht ist erst, wenn Sie ihn eingeben. Der Code gilt bis {until}.', codeLabel: 'Code aus der Mail', book: 'Buchen', again: 'Neuen Code schicken', sentAgain: 'Ein neuer Code ist unterwegs.', changeDetails: 'Angaben ändern', needCode: 'Bitte geben Sie den Code ein.',
        done: 'Ihr Termin ist angefragt', doneBooked: 'Ihr Termin ist gebucht', doneText: 'Die Praxis sieht sich Ihre Anfrage an und antwortet. Bitte kommen Sie zu dieser Zeit, wenn sie nichts anderes sagt.', service: 'Behandlung', clinic: 'Praxis', calendar: 'In den Kalender', another: 'Noch einen Termin buchen', call: 'Fragen? Rufen Sie an: {phone}', account: 'Sie kommen öfter? Mit einem Konto sehen Sie Ihre Termine und Rechnungen.', register: 'Registrieren', signIn: 'Ich habe ein Konto: anmelden',
    },
    es: {
        title: 'Reservar una cita', closed: 'Aquí no se puede reservar', closedText: 'Esta clínica no acepta reservas en esta página, o la dirección no es correcta. Llame a la clínica, por favor.', noServices: 'Ahora no hay nada que reservar aquí. Llame a la clínica, por favor.',
        step: 'Paso {at} de {count}', chooseService: '¿Qué necesita?', other: 'Otros', minutes: '{count} min', fromAge: 'desde {count} años', back: 'Atrás',
        chooseTime: '¿Cuándo quiere venir?', doctor: 'Con', anyDoctor: 'Cualquier profesional', chosen: 'Su elección', change: 'Cambiar',
        person: '¿Quién viene?', personText: 'La clínica lo necesita para conocerle y localizarle.', given: 'Nombre', family: 'Apellidos', birth: 'Fecha de nacimiento', phone: 'Teléfono', email: 'Correo electrónico', emailHint: 'Enviaremos un código a esta dirección.', reason: '¿Por qué viene? (opcional)', reasonHint: 'Por ejemplo: me duele una muela por la noche.', ask: 'Enviarme el código',
        needed: 'Rellene este campo, por favor.', needEmail: 'Escriba un correo electrónico, por favor.', needBirth: 'Escriba una fecha de nacimiento, por favor.', tooYoung: 'Este servicio se reserva aquí desde los {count} años. Llame a la clínica, por favor.',
        code: 'Escriba el código', codeText: 'Hemos enviado un código a {email}. La cita se reserva cuando lo escriba. El código vale hasta {until}.', codeLabel: 'Código del correo', book: 'Reservar', again: 'Enviar otro código', sentAgain: 'Otro código está en camino.', changeDetails: 'Cambiar los datos', needCode: 'Escriba el código, por favor.',
        done: 'Su cita está solicitada', doneBooked: 'Su cita está reservada', doneText: 'La clínica revisa su solicitud y le responde. Venga a esta hora si no le dice otra cosa.', service: 'Tratamiento', clinic: 'Clínica', calendar: 'Añadir al calendario', another: 'Reservar otra cita', call: '¿Preguntas? Llame al {phone}', account: '¿Viene a menudo? Con una cuenta ve sus citas y facturas.', register: 'Registrarse', signIn: 'Tengo una cuenta: entrar',
    },
})
