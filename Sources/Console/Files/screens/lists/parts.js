// What the lists share: telephone links, names, steps with a toast, and reading a list again.
import { html, useEffect } from '../../core/dom.js'
import { all } from '../../core/api.js'
import { date, dayOf, nameOf, time, weekday } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { lastStep, step, undoLast } from '../../core/steps.js'
import { PersonName, problemText, toast } from '../../core/ui.js'
import { say } from './words.js'

/** @param {{patient: any}} props */
export function Phone({ patient }) {
    return patient?.phone ? html`<a class="lists-phone number" href=${`tel:${patient.phone.replace(/[^+\d]/g, '')}`}>${patient.phone}</a>` : html`<span class="muted">${say('noPhone')}</span>`
}

/** @param {{patient: any}} props */
export function Patient({ patient }) {
    if (!patient) return html`<span class="muted">${say('unknown')}</span>`
    return html`<button type="button" class="lists-name" onClick=${() => go('patients', { patientId: patient.id })}><${PersonName} person=${patient} /></button>${patient.birth_date && html`<div class="muted small number">${date(patient.birth_date)}</div>`}`
}

/** A name within a text: its direction does not change the text. @param {any} patient */
export const nameIn = (patient) => `\u2068${nameOf(patient) || say('unknown')}\u2069`

/** A time with its day. @param {string} start */
export const dayTime = (start) => `${weekday(dayOf(start))} ${date(dayOf(start))}, ${time(start)}`

/**
 * Takes a step and tells its outcome.
 * @param {Parameters<typeof step>[0]} command
 * @returns {Promise<any>} the answer
 * @throws {import('../../core/api.js').Problem}
 */
export async function take(command) {
    const answer = await step(command)
    const { title } = command
    const key = command.undo ? lastStep.get()?.key : undefined
    const forget = toast(answer?.queued ? say('queued', { title }) : title, key ? { action: { label: say('undo'), run: () => takeBack(key) } } : {})
    return { ...answer, forget }
}

/** @param {string} [key] */
async function takeBack(key) {
    try {
        const last = await undoLast(key)
        if (last) toast(say('undone', { title: last.title }))
    } catch (error) {
        toast(problemText(error), { tone: 'bad' })
    }
}

/**
 * Loads a list, and again every minute while the page is looked at.
 * @template T
 * @param {() => Promise<T>} load @param {any[]} inputs
 */
export function useList(load, inputs) {
    const found = useLoad(load, inputs)
    useEffect(() => {
        const timer = setInterval(() => !document.hidden && !document.querySelector('dialog[open], .menu') && found.reload(), 60_000)
        return () => clearInterval(timer)
    }, [found.reload])
    return found
}

/** The clinic's services and doctors by id. */
export function useNames() {
    const { data } = useLoad(async () => {
        const [services, doctors] = await Promise.all([all('/services'), all('/doctors')])
        return { services, doctors, names: new Map([...services, ...doctors].map((one) => [one.id, one.name])) }
    }, [])
    return data || { services: [], doctors: [], names: new Map() }
}
