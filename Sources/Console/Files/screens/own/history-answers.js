// Answers of the medical history form. The built-in questions are in English on the server; here they have translations,
// and the words that are signed stand below them.
import { date } from '../../core/format.js'
import { language } from '../../core/words.js'
import { say } from './words-records.js'

/** The built-in questions by key. @type {Record<string, {de: string, es: string}>} */
const builtIn = {
    heart_disease: { de: 'Haben Sie eine Krankheit des Herzens oder des Kreislaufs?', es: '¿Tiene alguna enfermedad del corazón o de la circulación?' },
    pacemaker: { de: 'Haben Sie einen Herzschrittmacher oder eine künstliche Herzklappe?', es: '¿Tiene un marcapasos o una válvula cardíaca artificial?' },
    blood_pressure: { de: 'Haben Sie hohen oder niedrigen Blutdruck?', es: '¿Tiene la tensión alta o baja?' },
    bleeding: { de: 'Bluten Sie nach Verletzungen lange, oder nehmen Sie Blutverdünner?', es: '¿Sangra mucho tiempo tras una herida o toma anticoagulantes?' },
    diabetes: { de: 'Haben Sie Diabetes?', es: '¿Tiene diabetes?' },
    lungs: { de: 'Haben Sie Asthma oder eine andere Krankheit der Lunge?', es: '¿Tiene asma u otra enfermedad de los pulmones?' },
    infections: { de: 'Haben Sie eine ansteckende Krankheit, etwa Hepatitis, HIV oder Tuberkulose?', es: '¿Tiene una enfermedad infecciosa, como hepatitis, VIH o tuberculosis?' },
    epilepsy: { de: 'Haben Sie Epilepsie?', es: '¿Tiene epilepsia?' },
    bone_drugs: { de: 'Nehmen Sie Mittel gegen Osteoporose, oder wurden Sie am Kopf bestrahlt?', es: '¿Toma medicamentos para la osteoporosis o le han dado radioterapia en la cabeza?' },
    allergies: { de: 'Haben Sie eine Allergie, etwa gegen ein Medikament, eine Betäubung oder Latex?', es: '¿Tiene alguna alergia, por ejemplo a un medicamento, a la anestesia o al látex?' },
    allergies_which: { de: 'Wogegen sind Sie allergisch?', es: '¿A qué es alérgico?' },
    drugs: { de: 'Nehmen Sie regelmäßig Medikamente?', es: '¿Toma medicamentos con regularidad?' },
    drugs_which: { de: 'Welche Medikamente nehmen Sie?', es: '¿Qué medicamentos toma?' },
    pregnant: { de: 'Sind Sie schwanger?', es: '¿Está embarazada?' },
    smoking: { de: 'Rauchen Sie?', es: '¿Fuma?' },
    last_x_ray: { de: 'Wann wurden Ihre Zähne zuletzt geröntgt?', es: '¿Cuándo fue su última radiografía dental?' },
    other: { de: 'Gibt es noch etwas, das wir wissen sollten?', es: '¿Hay algo más que debamos saber?' },
}
/** @type {Record<string, {de: string, es: string}>} */
const choices = { yes: { de: 'ja', es: 'sí' }, no: { de: 'nein', es: 'no' }, perhaps: { de: 'vielleicht', es: 'quizá' }, never: { de: 'nie', es: 'nunca' }, sometimes: { de: 'manchmal', es: 'a veces' }, daily: { de: 'täglich', es: 'a diario' } }

/** A question in the chosen language; `original` if it is a translation. @param {any} question @param {number} template @returns {{text: string, original?: string}} */
export function questionText(question, template) {
    const tongue = language()
    const known = template === 0 && tongue !== 'en' && builtIn[question.key]
    return known ? { text: known[/** @type {'de'|'es'} */ (tongue)], original: question.text } : { text: question.text }
}

/** @param {string} choice @param {number} template */
export function choiceText(choice, template) {
    const tongue = language()
    return template === 0 && tongue !== 'en' ? choices[choice]?.[/** @type {'de'|'es'} */ (tongue)] || choice : choice
}

/** An answer in words. @param {any} question @param {any} answer */
export function answerText(question, answer) {
    if (!answer) return say('notAnswered')
    if (question.kind === 'yes_no') return answer.yes_no ? say('yes') : say('no')
    if (question.kind === 'date') return answer.date ? date(answer.date) : say('notAnswered')
    return String(answer.choice ?? answer.text ?? answer.number ?? say('notAnswered'))
}

/** The answer as the API takes it; null: none. @param {any} question @param {any} value */
export function answerOf(question, value) {
    if (value === undefined || value === '' || value === null) return null
    if (question.kind === 'number') {
        const number = Number(String(value).replace(',', '.'))
        return Number.isFinite(number) ? { number } : null
    }
    return { [question.kind]: typeof value === 'string' && question.kind === 'text' ? value.trim() : value }
}
