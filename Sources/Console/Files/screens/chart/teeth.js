// The teeth by their numbers of two digits (ISO 3950), their faces, and how the chart lays them out.

/** @typedef {'M'|'O'|'I'|'D'|'B'|'V'|'L'|'P'} Surface */
/** @typedef {{number: number, isUpper: boolean, isLeft: boolean, isPrimary: boolean, isFront: boolean, kind: 'incisor'|'canine'|'premolar'|'molar', roots: number}} Tooth */

const row = (/** @type {number} */ right, /** @type {number} */ left, /** @type {number} */ count) => [
    ...Array.from({ length: count }, (_, at) => right * 10 + count - at), ...Array.from({ length: count }, (_, at) => left * 10 + 1 + at),
]

/** The rows of the chart as one looks at the patient: the patient's right is on the left. */
export const rows = {
    upper: row(1, 2, 8), upperPrimary: row(5, 6, 5), lowerPrimary: row(8, 7, 5), lower: row(4, 3, 8),
}
/**
 * The rows from top to bottom.
 * @type {(keyof typeof rows)[]}
 */
export const rowNames = ['upper', 'upperPrimary', 'lowerPrimary', 'lower']
export const allTeeth = Object.values(rows).flat()

/**
 * @param {number} number
 * @returns {Tooth}
 */
export function tooth(number) {
    const quadrant = Math.floor(number / 10)
    const place = number % 10
    const isPrimary = quadrant > 4
    const isUpper = [1, 2, 5, 6].includes(quadrant)
    const kind = place < 3 ? 'incisor' : place === 3 ? 'canine' : !isPrimary && place < 6 ? 'premolar' : 'molar'
    const roots = kind === 'molar' ? (isUpper ? 3 : 2) : kind === 'premolar' && isUpper && place === 4 ? 2 : 1
    return { number, isUpper, isPrimary, isLeft: [2, 3, 6, 7].includes(quadrant), isFront: place < 4, kind, roots }
}

/**
 * Whether there is a tooth of this number.
 * @param {number} number
 */
export function isTooth(number) {
    return allTeeth.includes(number)
}

/**
 * The five faces of a tooth by their place: the middle, the outer side, the inner side, and the sides.
 * @param {Tooth} one
 * @returns {{middle: Surface, outer: Surface, inner: Surface, mesial: Surface, distal: Surface}}
 */
export function faces(one) {
    return { middle: one.isFront ? 'I' : 'O', outer: one.isFront ? 'V' : 'B', inner: one.isUpper ? 'P' : 'L', mesial: 'M', distal: 'D' }
}

/**
 * The faces in the order in which dentists write them.
 * @param {Tooth} one
 * @returns {Surface[]}
 */
export function facesInOrder(one) {
    const { middle, outer, inner } = faces(one)
    return ['M', middle, 'D', outer, inner]
}

/**
 * The face that a letter means on a tooth: `o` is the incisal face of a front tooth, `l` the palatal face of an upper one.
 * @param {Tooth} one
 * @param {string} letter
 * @returns {Surface | null}
 */
export function faceOfLetter(one, letter) {
    const { middle, outer, inner } = faces(one)
    return { m: /** @type {Surface} */ ('M'), d: /** @type {Surface} */ ('D'), o: middle, i: middle, b: outer, v: outer, l: inner, p: inner }[letter] || null
}

/**
 * Faces in the order in which dentists write them, as `MOD`.
 * @param {Tooth} one
 * @param {string[] | null | undefined} chosen
 */
export function facesText(one, chosen) {
    return facesInOrder(one).filter((face) => chosen?.includes(face)).join('')
}

/** The kinds of findings, in the order of the list. `mark`: how the picture shows one. */
export const kinds = /** @type {const} */ ([
    'caries', 'filling', 'crown', 'root_canal', 'extraction', 'missing', 'implant', 'inlay', 'sealant', 'veneer', 'bridge_abutment', 'bridge_pontic', 'denture', 'fracture', 'watch',
])
/** Kinds that concern the whole tooth: they have no faces. */
export const wholeTooth = new Set(['crown', 'root_canal', 'missing', 'implant', 'bridge_abutment', 'bridge_pontic', 'denture', 'extraction'])
/** Findings that are no work: a place to treat or to watch. */
export const troubles = new Set(['caries', 'fracture', 'watch'])
/** Kinds with a material. */
export const restorations = new Set(['filling', 'inlay', 'veneer', 'crown', 'bridge_abutment', 'bridge_pontic', 'denture', 'sealant', 'implant'])
export const materials = ['composite', 'ceramic', 'amalgam', 'gold', 'metal', 'glass_ionomer', 'temporary', 'other']
