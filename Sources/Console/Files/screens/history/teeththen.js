import { get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { dateTime, dayOf, nameOf, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Card, Empty, Failure, Skeleton, useStyle } from '../../core/ui.js'
import { Arches } from '../chart/arches.js'
import { findingName } from '../chart/names.js'
import { findingsOn } from '../chart/past.js'
import { Patterns } from '../chart/tooth-picture.js'
import { orNothing } from './moneythen.js'
import { instantOf } from './instant.js'
import { say } from './words.js'

/** What a finding says, to see whether it is different now. @param {any} finding */
const says = (finding) => JSON.stringify([finding.tooth, finding.kind, finding.surfaces, finding.material, finding.state, finding.resolved_on, finding.note])

/** A patient's teeth then and now. @param {{at: Date, patient: any}} props */
export function TeethThen({ at, patient }) {
    useStyle('/console/screens/chart/chart.css')
    const [tooth, setTooth] = useState(/** @type {number|null} */ (null))
    const { data, error, reload } = useLoad(async () => {
        if (!patient) return null
        const [then, now] = await Promise.all([orNothing(`/dental-charts/${patient.id}`, { as_of: instantOf(at) }), get(`/dental-charts/${patient.id}`)])
        return { then: then?.findings || [], now: now.findings }
    }, [patient?.id, at.getTime()])
    if (!patient) return html`<${Empty} icon="tooth" title=${say('choosePatient')} />`
    if (error) return html`<${Failure} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} />`
    const before = new Set(data.then.map((/** @type {any} */ one) => `${one.id} ${says(one)}`))
    const after = new Set(data.now.map((/** @type {any} */ one) => `${one.id} ${says(one)}`))
    const gone = data.then.filter((/** @type {any} */ one) => !after.has(`${one.id} ${says(one)}`))
    const added = data.now.filter((/** @type {any} */ one) => !before.has(`${one.id} ${says(one)}`))
    const none = new Map()
    const shows = [...data.then, ...data.now].some((/** @type {any} */ one) => one.tooth > 50) ? 'both' : 'permanent'
    const picture = (/** @type {any[]} */ findings, /** @type {string} */ day) => html`<div class="chart"><div class="chart-scroll"><${Arches} findings=${findingsOn(findings, day)} work=${none} selected=${tooth} faces=${[]} shows=${shows} onSelect=${setTooth} /></div></div>`
    const list = (/** @type {string} */ title, /** @type {any[]} */ findings) => findings.length > 0 && html`<section class="stack tight"><h3>${title}</h3><ul class="bare">${findings.map((one) => html`<li key=${one.id}><strong class="number">${one.tooth}</strong> ${findingName(one)}</li>`)}</ul></section>`
    return html`<h2><bdi>${nameOf(patient)}</bdi></h2><${Patterns} /><div class="history-two history-teeth">
            <${Card} title=${say('asOf', { at: dateTime(at) })}>${picture(data.then, dayOf(at))}${list(say('changedSince'), gone)}<//>
            <${Card} title=${say('stateNow')}>${picture(data.now, today())}${list(say('newSince'), added)}<//></div>
        ${gone.length + added.length === 0 && html`<p class="muted">${say('same')}</p>`}`
}
