// Teeth and findings in words.
import { facesText, tooth as toothOf } from './teeth.js'
import { say } from './words.js'

/**
 * Such as `upper left molar`.
 * @param {number} number
 */
export function toothName(number) {
    const tooth = toothOf(number)
    return say(tooth.isPrimary ? 'primaryName' : 'toothName', { jaw: say(tooth.isUpper ? 'upper' : 'lower'), side: say(tooth.isLeft ? 'left' : 'right'), kind: say(tooth.kind) })
}

/**
 * Such as `filling MO, composite`.
 * @param {{tooth: number, kind: string, surfaces?: string[]|null, material?: string|null}} finding
 */
export function findingName({ tooth, kind, surfaces, material }) {
    return [`${say(/** @type {any} */ (`kind_${kind}`))}${surfaces?.length ? ` ${facesText(toothOf(tooth), surfaces)}` : ''}`, material && say(/** @type {any} */ (`material_${material}`))].filter(Boolean).join(', ')
}

/**
 * All that is on a tooth, for people who hear the chart.
 * @param {number} number @param {import('./past.js').Finding[]} findings @param {import('./past.js').Work[]} work
 */
export function toothSummary(number, findings, work) {
    const parts = [
        ...findings.map((one) => `${findingName(one)}, ${say(/** @type {any} */ (`state_${one.state}`))}`),
        ...work.map((one) => `${one.name}${one.surfaces?.length ? ` ${facesText(toothOf(number), one.surfaces)}` : ''}, ${say(one.state === 'done' ? 'planDone' : 'inPlan')}`),
    ]
    return `${number} ${toothName(number)}: ${parts.join('; ') || say('nothing')}`
}
