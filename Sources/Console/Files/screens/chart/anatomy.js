// The outlines of teeth, drawn for this console. Each stands in a box of 40 by 68 with its root upwards; lower teeth are
// turned over where they are drawn.

/** @typedef {{crown: string, roots: string[], canals: string[]}} Outline */

/** @type {Map<string, Outline>} */
const made = new Map()
const neck = 44

/** @param {import('./teeth.js').Tooth} tooth */
function widthOf({ kind, number, isPrimary, isUpper }) {
    const place = number % 10
    if (kind === 'molar') return place === 8 ? 25 : isPrimary ? 25 : 29
    if (kind === 'premolar') return 20
    if (kind === 'canine') return 19
    return place === 1 ? (isUpper ? 22 : 15) : isUpper ? 17 : 16
}

/**
 * @param {number} half
 * @param {string} kind
 */
function crownOf(half, kind) {
    const [l, r] = [20 - half, 20 + half]
    const [nl, nr] = [20 - half * 0.76, 20 + half * 0.76]
    const edge = {
        incisor: `L${r - 1} 64 Q20 66 ${l + 1} 64`, canine: `L${r - 1} 60 L20 67 L${l + 1} 60`,
        premolar: `L${r - 1} 61 Q${20 + half / 2} 68 20 62 Q${20 - half / 2} 68 ${l + 1} 61`,
        molar: `L${r - 1} 62 Q${20 + half * 0.62} 68 ${20 + half / 3} 62 Q20 68 ${20 - half / 3} 62 Q${20 - half * 0.62} 68 ${l + 1} 62`,
    }[kind]
    return `M${nl} ${neck} Q20 ${neck - 4} ${nr} ${neck} C${r + 1} 50 ${r} 56 ${r - 1} 62 ${edge} C${l} 56 ${l - 1} 50 ${nl} ${neck}Z`
}

/**
 * @param {number} half
 * @param {number} roots
 * @param {number} tip
 */
function rootsOf(half, roots, tip) {
    const n = half * 0.76
    if (roots === 1) return [`M${20 - n} ${neck} C${20 - n + 1} 30 ${17} ${tip + 8} 20 ${tip} C23 ${tip + 8} ${20 + n - 1} 30 ${20 + n} ${neck} Q20 ${neck - 4} ${20 - n} ${neck}Z`]
    const side = (/** @type {1|-1} */ to) => {
        const x = (/** @type {number} */ part) => 20 + to * n * part
        return `M${x(1)} ${neck} C${x(1.06)} 32 ${x(1.05)} 18 ${x(0.82)} ${tip} C${x(0.55)} ${tip + 10} ${x(0.4)} 26 ${x(0.12)} ${neck - 7} L20 ${neck - 3} Q${x(0.5)} ${neck - 4} ${x(1)} ${neck}Z`
    }
    if (roots === 2) return [side(-1), side(1)]
    return [`M${20 - n * 0.42} ${neck - 2} C${20 - n * 0.4} 24 17 ${tip} 20 ${tip - 3} C23 ${tip} ${20 + n * 0.4} 24 ${20 + n * 0.42} ${neck - 2}Z`, side(-1), side(1)]
}

/**
 * @param {import('./teeth.js').Tooth} tooth
 * @returns {Outline}
 */
export function outline(tooth) {
    const width = widthOf(tooth)
    const tip = tooth.isPrimary ? 14 : tooth.kind === 'canine' ? 3 : 7
    const name = `${tooth.kind} ${tooth.roots} ${width} ${tip}`
    let found = made.get(name)
    if (!found) {
        const half = width / 2
        const n = half * 0.76
        const canals = tooth.roots === 1 ? [`M20 ${neck + 6} L20 ${tip + 4}`] : [`M20 ${neck + 6} C${20 - n * 0.6} ${neck - 4} ${20 - n * 0.75} 26 ${20 - n * 0.8} ${tip + 4}`, `M20 ${neck + 6} C${20 + n * 0.6} ${neck - 4} ${20 + n * 0.75} 26 ${20 + n * 0.8} ${tip + 4}`, ...(tooth.roots === 3 ? [`M20 ${neck + 6} L20 ${tip + 2}`] : [])]
        found = { crown: crownOf(half, tooth.kind), roots: rootsOf(half, tooth.roots, tip), canals }
        made.set(name, found)
    }
    return found
}

/** A screw in the bone. */
export const implant = { body: 'M14.500 43 L25.500 43 L23.500 13 Q20 7 16.500 13Z', threads: 'M13.500 38 L26.500 35 M14 31.500 L26 28.500 M14.500 25 L25.500 22 M15 18.500 L25 15.500' }
