// The teeth of a patient as a picture, with findings, treatment plans and the gums. The days of the findings let the
// picture go back to any earlier day.
import { all, get, post } from '../../core/api.js'
import { html, useEffect, useMemo, useRef, useState } from '../../core/dom.js'
import { age, date, today } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { Button, Failure, problemText, Segmented, Skeleton, toast, useStyle } from '../../core/ui.js'
import { Arches } from './arches.js'
import { Legend } from './legend.js'
import { changeDays, findingsOn, workOn } from './past.js'
import { Perio } from './perio.js'
import { Plans } from './plans.js'
import { tooth as toothOf } from './teeth.js'
import { Timeline } from './timeline.js'
import { ToothPanel } from './tooth-panel.js'
import { Patterns } from './tooth-picture.js'
import { say } from './words.js'

/**
 * The part of a patient's record.
 * @param {{patient: any, onBook?: (what: any) => void}} props
 */
export default function Tab({ patient, onBook }) {
    return html`<${Chart} patientId=${patient.id} birthDate=${patient.birth_date} onBook=${onBook} />`
}

/**
 * Which teeth a person of this age has.
 * @param {string|null|undefined} birthDate
 * @param {any[]} findings
 */
function dentition(birthDate, findings) {
    const years = age(birthDate) ?? 30
    const first = years < 6 ? 'primary' : years < 13 ? 'both' : 'permanent'
    const hides = findings.some((one) => !one.resolved_on && toothOf(one.tooth).isPrimary !== (first === 'primary'))
    return first !== 'both' && hides && findings.some((one) => toothOf(one.tooth).isPrimary) ? 'both' : first
}

/**
 * The chart of a patient, for doctors and admins.
 * @param {{patientId: string, birthDate?: string|null, onBook?: (what: any) => void}} props
 */
export function Chart({ patientId, birthDate, onBook }) {
    useStyle('/console/screens/chart/chart.css')
    const chart = useLoad(() => get(`/dental-charts/${patientId}`), [patientId])
    const [selected, setSelected] = useState(/** @type {number|null} */ (null))
    const plans = useLoad(() => all('/treatment-plans', { patient_id: patientId, limit: 200 }), [patientId])
    // The files are read once a tooth is selected, for those that show it.
    const files = useLoad(async () => (selected ? all(`/patients/${patientId}/files`, { limit: 100 }, { limit: 300 }) : []), [patientId, Boolean(selected)])
    const [fresh, setFresh] = useState(/** @type {any} */ (null))
    const [faces, setFaces] = useState(/** @type {string[]} */ ([]))
    const [day, setDay] = useState('')
    const [shows, setShows] = useState('')
    const [proposing, setProposing] = useState(/** @type {any} */ (null))
    const kindList = useRef(/** @type {any} */ (null))
    const findings = (fresh || chart.data)?.findings || []
    const shown = day || today()
    const found = useMemo(() => findingsOn(findings, shown), [findings, shown])
    const work = useMemo(() => workOn(plans.data || [], shown), [plans.data, shown])
    const days = useMemo(() => changeDays(findings, plans.data || []), [findings, plans.data])
    useEffect(() => {
        if (chart.data && !shows) setShows(dentition(birthDate, chart.data.findings))
    }, [chart.data])
    const select = (/** @type {number} */ tooth) => {
        if (tooth === selected) return
        setSelected(tooth)
        setFaces([])
        // A tooth of the other dentition comes into sight.
        if (shows !== 'both' && toothOf(tooth).isPrimary !== (shows === 'primary')) setShows('both')
    }
    const toggle = (/** @type {number} */ _, /** @type {string} */ face) => setFaces((before) => (before.includes(face) ? before.filter((one) => one !== face) : [...before, face]))
    const send = async (/** @type {string} */ path, /** @type {any} */ body, /** @type {any} */ word, key = crypto.randomUUID()) => {
        const known = new Set(findings.map((one) => one.id))
        const answer = await post(`/dental-charts/${patientId}/tooth-findings${path}`, body, { key })
        setFresh(answer)
        setFaces([])
        const added = path ? null : answer.findings.find((one) => !known.has(one.id))
        const takeBack = () => send(`/${added.id}/enter-in-error`, { reason: say('undoReason') }, 'nowInError').catch((error) => toast(problemText(error), { tone: 'bad' }))
        toast(say(word), added ? { action: { label: say('undo'), run: takeBack } } : undefined)
        chart.reload().then(() => setFresh(null))
    }
    useCommands([
        { id: 'chart-propose', title: say('propose'), keys: 'Shift+p', run: () => setProposing({}), when: () => Boolean(chart.data) },
        { id: 'chart-before', title: say('changeBefore'), keys: '[', run: () => setDay([...days].reverse().find((one) => one < shown) || shown), when: () => days.some((one) => one < shown) },
        { id: 'chart-after', title: say('changeAfter'), keys: ']', run: () => setDay(days.find((one) => one > shown && one < today()) || ''), when: () => Boolean(day) },
        { id: 'chart-now', title: say('now'), run: () => setDay(''), when: () => Boolean(day) },
    ])
    if (chart.error && !chart.data) return html`<${Failure} error=${chart.error} retry=${chart.reload} />`
    if (!chart.data || !shows) return html`<${Skeleton} rows=${8} />`
    const isPast = Boolean(day) && day < today()
    return html`<div class="chart"><${Patterns} />
        <div class="chart-columns">
            <div class="stack"><section class="card stack chart-main" aria-label=${say('chart')}>
                <div class="row spread"><${Segmented} label=${say('dentition')} value=${shows} onChange=${setShows} options=${['permanent', 'both', 'primary'].map((value) => ({ value, label: say(/** @type {any} */ (value)) }))} />
                    ${isPast && html`<p class="chart-past" role="status"><strong>${say('asOf', { day: date(day) })}</strong> <${Button} small onClick=${() => setDay('')}>${say('now')}<//></p>`}</div>
                <div class="chart-scroll"><${Arches} findings=${found} work=${work} selected=${selected} faces=${faces} shows=${shows} onSelect=${select} onFace=${isPast ? undefined : toggle} onEnter=${() => kindList.current?.focus()} /></div>
                <p class="small muted chart-keys">${say('keysHint')}</p>
                <${Timeline} days=${days} day=${shown} onChange=${(next) => setDay(next >= today() ? '' : next)} />
                <${Legend} /></section>
                <${Plans} plans=${plans} patientId=${patientId} mayTreat proposing=${proposing} onProposing=${setProposing} selected=${selected} onSelect=${select} findings=${findings} onBook=${onBook} /></div>
            <div class="chart-side">
                <${ToothPanel} number=${selected} findings=${selected ? findings.filter((one) => one.tooth === selected) : []} then=${selected ? found.get(selected) || [] : []} work=${selected ? work.get(selected) || [] : []} files=${(files.data || []).filter((file) => file.tooth === selected)}
                    faces=${faces} onFaces=${setFaces} isPast=${isPast} send=${send} listRef=${kindList} onPlan=${(item) => setProposing({ item })} /></div></div>
        <${Perio} patientId=${patientId} /></div>`
}
