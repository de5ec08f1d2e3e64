// The chart at a day. Findings and items of plans have days on which they were found, done and resolved.

/**
 * @typedef {{id: string, tooth: number, surfaces?: string[]|null, kind: string, material?: string|null, note?: string|null, state: 'existing'|'planned'|'done', found_on: string, done_on?: string|null, resolved_on?: string|null, recorded_by?: string|null}} Finding
 * @typedef {{id: string, tooth: number, surfaces?: string[]|null, name: string, state: 'planned'|'done', plan: any, item: any}} Work
 */

/**
 * A finding as it was on a day; null if it was not there.
 * @param {Finding} finding
 * @param {string} day
 * @returns {Finding | null}
 */
export function findingOn(finding, day) {
    if (finding.found_on > day || (finding.resolved_on && finding.resolved_on <= day)) return null
    if (finding.state === 'done' && finding.done_on && finding.done_on > day && finding.done_on !== finding.found_on) return { ...finding, state: 'planned' }
    return finding
}

/**
 * The findings on each tooth on a day.
 * @param {Finding[]} findings
 * @param {string} day
 * @returns {Map<number, Finding[]>}
 */
export function findingsOn(findings, day) {
    /** @type {Map<number, Finding[]>} */
    const found = new Map()
    for (const finding of findings) {
        const then = findingOn(finding, day)
        if (then) found.set(then.tooth, [...(found.get(then.tooth) || []), then])
    }
    return found
}

/**
 * The work that plans name for each tooth on a day. Done work stays on the tooth; declined and cancelled work is not on it.
 * @param {any[]} plans
 * @param {string} day
 * @returns {Map<number, Work[]>}
 */
export function workOn(plans, day) {
    /** @type {Map<number, Work[]>} */
    const found = new Map()
    for (const plan of plans) {
        if (plan.proposed_on > day) continue
        for (const item of plan.items) {
            if (!item.tooth || item.status === 'declined' || item.status === 'cancelled') continue
            const isDone = (item.status === 'done' || item.status === 'billed') && (!item.done_on || item.done_on <= day)
            // A plan that was replaced or ended keeps what was done.
            if (!isDone && !['proposed', 'accepted'].includes(plan.status)) continue
            const work = { id: item.id, tooth: item.tooth, surfaces: item.surfaces, name: item.service_name, state: /** @type {'planned'|'done'} */ (isDone ? 'done' : 'planned'), plan, item }
            found.set(item.tooth, [...(found.get(item.tooth) || []), work])
        }
    }
    return found
}

/**
 * The days on which something on the chart changed, the first one first.
 * @param {Finding[]} findings
 * @param {any[]} plans
 * @returns {string[]}
 */
export function changeDays(findings, plans) {
    const days = new Set()
    for (const { found_on, done_on, resolved_on } of findings) for (const day of [found_on, done_on, resolved_on]) if (day) days.add(day)
    for (const plan of plans) {
        if (plan.items.some((item) => item.tooth)) days.add(plan.proposed_on)
        for (const item of plan.items) if (item.tooth && item.done_on) days.add(item.done_on)
    }
    return [...days].sort()
}
