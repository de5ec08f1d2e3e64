// A visit by the link of a reminder: whoever has the link confirms, moves or cancels it without signing in.
import { get, post, Problem } from '../core/api.js'
import { html, useEffect, useState } from '../core/dom.js'
import { date, dateTime, dayOf, duration, setZone, time } from '../core/format.js'
import { Button, Failure, Skeleton, Status } from '../core/ui.js'
import { useLanguage } from '../core/words.js'
import { Notice, Page, show } from '../pages/frame.js'
import { useFragment } from '../pages/fragment.js'
import { saveInCalendar } from '../pages/ics.js'
import { explain } from '../pages/problems.js'
import { stepBack, useSteps } from '../pages/steps.js'
import { Sure } from '../pages/sure.js'
import { Move } from './move.js'
import { say } from './words.js'

function Visit() {
    useLanguage()
    const link = useFragment()
    const [token, setToken] = useState(link.token)
    const [visit, setVisit] = useState(/** @type {any} */ (null))
    const [outcome, setOutcome] = useState('')
    const [failure, setFailure] = useState(/** @type {any} */ (null))
    const [error, setError] = useState('')
    const [part, setPart] = useState('')
    const path = `/public/visits/${encodeURIComponent(token)}`
    const isInvalid = (/** @type {any} */ problem) => problem instanceof Problem && problem.status === 404

    useSteps(part === 'move' ? 1 : 0, () => setPart(''))
    const keep = (/** @type {any} */ found) => (setZone(found.time_zone), setVisit(found))
    const load = async () => {
        if (!token) return
        setFailure(null)
        try {
            keep(await get(path, {}, { open: true }))
        } catch (problem) {
            if (isInvalid(problem)) setOutcome('invalid')
            else setFailure(problem)
        }
    }
    useEffect(() => {
        setToken(link.token)
        setOutcome('')
        setVisit(null)
    }, [link])
    useEffect(() => {
        load()
    }, [token])

    const act = async (/** @type {() => Promise<any>} */ run) => {
        setError('')
        try {
            await run()
        } catch (problem) {
            setPart('')
            if (isInvalid(problem)) return setOutcome('invalid')
            setError(explain(problem))
            load()
        }
    }
    const confirm = () => act(async () => {
        keep(await post(`${path}/confirm`, undefined, { open: true }))
        setOutcome('confirmed')
    })
    const cancel = () => act(async () => {
        await post(`${path}/cancel`, undefined, { open: true })
        setPart('')
        setOutcome('cancelled')
    })
    const onMoved = (/** @type {string} */ next) => {
        stepBack()
        setOutcome('moved')
        setToken(next)
    }

    const clinic = { name: visit?.clinic_name }
    const phone = visit?.clinic_phone && html`<p><a class="button" href=${`tel:${visit.clinic_phone.replace(/[^\d+]/g, '')}`}>${say('phone')}: <bdi>${visit.clinic_phone}</bdi></a></p>`
    if (!token) return html`<${Page} title=${say('incomplete')}><p>${say('incompleteText')}</p><//>`
    if (outcome === 'invalid') return html`<${Page} title=${say('invalid')} clinic=${clinic}><p>${say('invalidText')}</p>${phone}<//>`
    if (failure) return html`<${Page} title=${say('title')}><${Failure} error=${failure} retry=${load} /><//>`
    if (!visit) return html`<${Page} title=${say('title')}><${Skeleton} rows=${5} /><//>`
    if (outcome === 'cancelled') return html`<${Page} title=${say('cancelled')} clinic=${clinic}><${Notice} tone="good"><p>${say('cancelledText')}</p><//><p><s>${dateTime(visit.start)}</s></p>${phone}<//>`
    if (part === 'move') return html`<${Page} title=${say('chooseTime')} clinic=${clinic} wide><${Move} path=${path} visit=${visit} onMoved=${onMoved} onInvalid=${() => setOutcome('invalid')} onClose=${() => stepBack()} /><//>`

    return html`<${Page} title=${outcome === 'confirmed' ? say('confirmed') : outcome === 'moved' ? say('moved') : say('title')} clinic=${clinic}>
        ${outcome === 'moved' && html`<${Notice} tone="good"><p>${say('movedText')}</p><//>`}
        <section class="card stack"><p class="page-when">${date(dayOf(visit.start), 'full')}<br />${time(visit.start)} – ${time(visit.end)}</p>
            <dl class="page-facts">${visit.service_name && html`<dt>${say('service')}</dt><dd>${visit.service_name}</dd>`}<dt>${say('atClinic')}</dt><dd><bdi>${visit.clinic_name}</bdi></dd>
                <dt>${say('length')}</dt><dd>${duration((Date.parse(visit.end) - Date.parse(visit.start)) / 60_000)}</dd><dt>${say('status')}</dt><dd><${Status} status=${visit.status} /></dd></dl></section>
        ${error && html`<p class="notice bad" role="alert">${error}</p>`}
        <div class="page-choices">${visit.can_confirm && html`<${Button} kind="primary" icon="check" onClick=${confirm}>${say('confirm')}<//>`}
            ${visit.can_change && html`<${Button} icon="calendar" onClick=${() => setPart('move')}>${say('move')}<//><${Button} kind="danger" onClick=${() => setPart('cancel')}>${say('cancel')}<//>`}
            <${Button} kind="quiet" icon="download" onClick=${() => saveInCalendar({ start: visit.start, end: visit.end, title: [visit.service_name, visit.clinic_name].filter(Boolean).join(', ') })}>${say('calendar')}<//></div>
        <p class="muted">${deadline(visit)}</p>${phone}
        ${part === 'cancel' && html`<${Sure} title=${say('sureCancel')} keep=${say('keep')} text=${say('sureCancelText')} confirm=${say('cancel')} danger onClose=${() => setPart('')} onConfirm=${cancel}><p class="page-when">${dateTime(visit.start)}</p><//>`}<//>`
}

/** Until when the visit can be changed, in words. @param {any} visit */
function deadline(visit) {
    if (visit.can_change) return say('until', { when: dateTime(visit.cancel_deadline) })
    return Date.parse(visit.cancel_deadline) <= Date.now() ? say('tooLate', { when: dateTime(visit.cancel_deadline) }) : say('notHere')
}

show(Visit)
