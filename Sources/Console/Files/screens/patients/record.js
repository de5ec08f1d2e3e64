// A patient's record: the head that is always in sight, what one has to know at a glance, and tabs that load when opened.
import { all, get, Problem } from '../../core/api.js'
import { html, useEffect, useState } from '../../core/dom.js'
import { useCommands } from '../../core/keys.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { Empty, Failure, Skeleton, Tabs, toast } from '../../core/ui.js'
import { AccountDialog, Restricted, RestrictionDialog } from './access.js'
import { Alerts, useAlerts } from './alerts.js'
import { Book } from './book.js'
import { Edit } from './edit.js'
import { Facts } from './facts.js'
import { Health } from './health.js'
import { Head } from './head.js'
import { DuplicateNotice, Duplicates, MergedRecords } from './merge.js'
import { forgetPatient, remember, showPatient } from './state.js'
import { say } from './words.js'

/** The parts of a record: the roles that have them, and their code. */
const parts = [
    { id: 'visits', roles: ['receptionist', 'admin', 'doctor'], load: () => import('./visits.js') },
    { id: 'chart', roles: ['doctor', 'admin'], load: () => import('../chart/chart.js') },
    { id: 'plans', roles: ['receptionist'], load: () => import('../chart/plans-tab.js') },
    { id: 'records', roles: ['receptionist', 'admin', 'doctor'], load: () => import('./records.js') },
    { id: 'forms', roles: ['receptionist', 'admin', 'doctor'], load: () => import('./forms.js') },
    { id: 'files', roles: ['receptionist', 'admin', 'doctor'], load: () => import('./files.js') },
    { id: 'family', roles: ['receptionist', 'admin'], load: () => import('./family.js') },
]

/** @param {{known: import('./state.js').Known, tab?: string}} props */
export function Record({ known, tab: wished }) {
    const { role } = useSession()
    const { id } = known
    const patient = useLoad(() => get(`/patients/${id}`), [id])
    // Of a restricted record nothing is asked for before it is open to the caller.
    const waits = Boolean(/** @type {any} */ (known).restricted) && !patient.data
    const visits = useLoad(async () => (waits ? undefined : all('/appointments', { patient_id: id, from: '1900-01-01', to: '2199-12-31', limit: 200 })), [id, waits])
    const alerts = useAlerts(patient.data ? id : null, visits.data, role)
    const mine = parts.filter((part) => part.roles.includes(role))
    const [tab, setTab] = useState(mine.some((part) => part.id === wished) ? /** @type {string} */ (wished) : role === 'doctor' ? 'chart' : 'visits')
    const [dialog, setDialog] = useState('')
    const [turn, setTurn] = useState(0)
    const [booking, setBooking] = useState(/** @type {any} */ (null))
    const mayRegister = role === 'receptionist' || role === 'admin'
    const data = patient.data
    useEffect(() => {
        if (wished && mine.some((part) => part.id === wished)) setTab(wished)
    }, [wished])
    useEffect(() => {
        if (!data) return
        if (!data.merged_into) return remember(data)
        forgetPatient(id)
        toast(say('mergedShown'))
        showPatient({ id: data.merged_into }, tab)
    }, [data])
    useCommands([
        { id: 'patient-edit', title: say('edit'), keys: 'e', run: () => setDialog('edit'), when: () => Boolean(data && !data.erased_at) },
        { id: 'patient-book', title: say('book'), keys: 'b', run: () => setBooking({}), when: () => Boolean(data && !data.erased_at) },
        { id: 'patient-health', title: say('alertsEdit'), keys: 'h', run: () => setDialog('health'), when: () => Boolean(data) && role !== 'receptionist' },
        { id: 'patient-write', title: say('write'), keys: 'w', run: () => go('messages', { patientId: id, patient: data }), when: () => Boolean(data) },
        ...mine.map((part, at) => ({ id: `patient-tab-${part.id}`, title: `${say('show')}: ${say(/** @type {any} */ (part.id))}`, keys: `t ${at + 1}`, run: () => setTab(part.id), when: () => Boolean(data) })),
    ])
    if (!data && patient.error instanceof Problem) {
        if (patient.error.type === 'restricted-record') return html`<${Restricted} known=${known} onOpened=${patient.reload} />`
        if (patient.error.status === 404) return html`<${Empty} icon="person" title=${say('gone')} text=${say('goneText')} />`
    }
    if (!data) return html`<div class="card stack"><${Head} patient=${known} onDialog=${() => {}} role="" />${patient.error ? html`<${Failure} error=${patient.error} retry=${patient.reload} />` : html`<${Skeleton} rows=${6} />`}</div>`
    const close = () => setDialog('')
    const reload = () => (setTurn(turn + 1), Promise.all([patient.reload(), visits.reload(), alerts.reload()]))
    return html`<article class="patients-record" aria-label=${say('recordOf')}>
        <div class="patients-top"><${Head} patient=${data} role=${role} onDialog=${setDialog} onBook=${() => setBooking({})} onChanged=${reload} /><${Alerts} alerts=${alerts} role=${role} patient=${data} onEdit=${role === 'doctor' || role === 'admin' ? () => setDialog('health') : undefined} /></div>
        ${data.provisional && html`<p class="notice warn">${say('provisionalText')}</p>`}
        <${DuplicateNotice} patient=${data} onOpen=${() => setDialog('duplicates')} />
        ${data.merged_records?.length > 0 && mayRegister && html`<${MergedRecords} patient=${data} onChanged=${reload} />`}
        <${Facts} patient=${data} visits=${visits} role=${role} turn=${turn} onTab=${setTab} onBook=${setBooking} />
        <${Tabs} label=${say('parts')} tabs=${mine.map((part) => ({ id: part.id, label: say(/** @type {any} */ (part.id)) }))} value=${tab} onChange=${setTab}>
            <${Part} key=${tab} part=${mine.find((part) => part.id === tab)} patient=${data} visits=${visits} role=${role} onChanged=${reload} onBook=${setBooking} /><//>
        ${booking && html`<${Book} patient=${data} ...${booking} onDone=${(appointment) => (setBooking(null), appointment && reload())} />`}
        ${dialog === 'edit' && html`<${Edit} patient=${data} onClose=${close} onSaved=${() => (close(), patient.reload())} />`}
        ${dialog === 'health' && html`<${Health} patient=${data} onClose=${close} onChanged=${alerts.reload} />`}
        ${dialog === 'account' && html`<${AccountDialog} patient=${data} onClose=${close} />`}
        ${dialog === 'restriction' && html`<${RestrictionDialog} patient=${data} onClose=${close} onDone=${() => (close(), patient.reload())} />`}
        ${dialog === 'duplicates' && html`<${Duplicates} patient=${data} mayMerge=${mayRegister} onClose=${close} onMerged=${() => (close(), reload())} />`}
    </article>`
}

/**
 * The code and the content of one tab.
 * @param {{part: any, patient: any, visits: any, role: string, onChanged: () => any, onBook: (what: any) => void}} props
 */
function Part({ part, ...rest }) {
    const [loaded, setLoaded] = useState(/** @type {any} */ (null))
    const load = () => part.load().then((module) => setLoaded({ Shown: module.default || module.Tab }), (error) => setLoaded({ error }))
    useEffect(() => {
        load()
    }, [])
    if (loaded?.error) return html`<${Failure} error=${loaded.error} retry=${load} />`
    if (!loaded) return html`<${Skeleton} rows=${5} />`
    return html`<${loaded.Shown} ...${rest} />`
}
