import { html, useState } from '../../core/dom.js'
import { all, del, post } from '../../core/api.js'
import { date, nameOf, time, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { session } from '../../core/session.js'
import { Button, DateInput, Dialog, Field, Input, problemText, ProblemText, Select, Skeleton, TimeInput, toast } from '../../core/ui.js'
import { movable } from './model.js'
import { wallText } from './send.js'
import { say } from './words.js'

/**
 * A doctor who is away: who, when and why. Then the visits that cannot take place are moved one by one.
 * @param {{doctors: any[], doctorId?: string, day: string, onReplan: (visits: any[]) => void, onDone: () => void, onClose: () => void}} props
 */
export function SickDialog({ doctors, doctorId, day, onReplan, onDone, onClose }) {
    const [doctor, setDoctor] = useState(doctorId || '')
    const [from, setFrom] = useState(day < today() ? today() : day)
    const [until, setUntil] = useState(day < today() ? today() : day)
    const [clockFrom, setClockFrom] = useState('')
    const [clockUntil, setClockUntil] = useState('')
    const [reason, setReason] = useState('')
    const [problem, setProblem] = useState(/** @type {any} */ (null))
    const isAdmin = session().role === 'admin'
    const start = clockFrom ? `${from}T${clockFrom}` : `${from}T00:00`
    const end = clockUntil ? `${until}T${clockUntil}` : `${until}T24:00`
    const isRange = doctor && from && until && start < end
    const found = useLoad(async () => {
        if (!isRange) return null
        const rows = await all('/appointments', { from, to: until, doctor_id: doctor, status: ['requested', 'booked', 'confirmed'], limit: 200 })
        return rows.filter(({ appointment: a }) => wallText(a.end) > start && wallText(a.start) < end && Date.parse(a.end) > Date.now() && movable(a.status))
    }, [doctor, start, end])
    const affected = useLoad(() => all('/affected-appointments', { limit: 200 }), [])
    const name = nameOf(doctors.find((one) => one.id === doctor))
    const save = async () => {
        setProblem(null)
        const visits = found.data || []
        try {
            if (isAdmin) {
                const member = await post(`/staff/${doctor}/time-off`, { start: clockFrom ? start : from, end: clockUntil ? end : until, ...(reason.trim() ? { reason: reason.trim() } : {}) })
                const added = [...member.time_off].reverse().find((one) => one.start.startsWith(start.slice(0, 16))) || member.time_off[member.time_off.length - 1]
                toast(say('awayAdded', { name }), { action: { label: say('undo'), run: () => del(`/staff/${doctor}/time-off/${added.id}`).then(() => (toast(say('undone', { title: say('awayAdded', { name }) })), onDone()), (error) => toast(problemText(error), { tone: 'bad' })) } })
            }
            onDone()
            if (visits.length) onReplan(visits)
            else onClose()
        } catch (error) {
            setProblem(error)
        }
    }
    const count = found.data?.length ?? 0
    return html`<${Dialog} title=${say('sickTitle')} onClose=${onClose} wide footer=${html`<${Button} onClick=${onClose}>${say('cancelMove')}<//>
        <${Button} kind="primary" disabled=${!isRange || found.loading || (!isAdmin && !count)} onClick=${save}>${isAdmin ? (count ? say('awayAndMove', { count }) : say('awayOnly')) : say('moveThese', { count })}<//>`}>
        <div class="cal-form"><${Field} label=${say('doctor')}><${Select} value=${doctor} onChange=${setDoctor} options=${[{ value: '', label: '…' }, ...doctors.map((one) => ({ value: one.id, label: one.name }))]} /><//>
            <${Field} label=${say('firstDay')}><${DateInput} min=${today()} value=${from} onChange=${(/** @type {string} */ next) => (setFrom(next), next > until && setUntil(next))} /><//><${Field} label=${say('lastDay')}><${DateInput} min=${from} value=${until} onChange=${setUntil} /><//>
            <${Field} label=${say('fromClock')} hint=${say('wholeDays')}><${TimeInput} step="300" value=${clockFrom} onChange=${setClockFrom} /><//><${Field} label=${say('untilClock')}><${TimeInput} step="300" value=${clockUntil} onChange=${setClockUntil} /><//></div>
        ${isAdmin ? html`<${Field} label=${say('reason')} hint=${say('sickHint')}><${Input} value=${reason} maxLength="200" onInput=${setReason} /><//>` : html`<p class="notice">${say('onlyAdmins')}</p>`}
        ${isRange && found.loading ? html`<${Skeleton} rows=${2} />` : isRange && found.data ? html`<section class="stack tight"><strong>${say('affected', { count })}</strong>
            ${count > 0 && html`<ul class="cal-affected">${found.data.slice(0, 6).map((/** @type {any} */ one) => html`<li key=${one.appointment.id}><span class="number">${date(one.appointment.date, 'long')} ${time(one.appointment.start)}</span> <bdi>${nameOf(one.patient)}</bdi> · ${one.appointment.service_name}</li>`)}${count > 6 ? html`<li class="muted">${say('andMore', { count: count - 6 })}</li>` : ''}</ul>`}</section>` : null}
        ${affected.data?.length ? html`<p class="notice warn row spread"><span>${say('otherAffected', { count: affected.data.length })}</span><${Button} small onClick=${() => onReplan(affected.data || [])}>${say('moveThese', { count: affected.data.length })}<//></p>` : null}
        <${ProblemText} problem=${problem || found.error} /><//>`
}
