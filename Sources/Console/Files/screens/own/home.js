// A patient's first page: the next visit, what is to be done, the people the patient looks after, and the clinic.
import { html, useEffect, useState } from '../../core/dom.js'
import { date, dayOf, nameOf, time } from '../../core/format.js'
import { useLive } from '../../core/live.js'
import { go, useRoute } from '../../core/router.js'
import { useSession } from '../../core/session.js'
import { Button, Skeleton } from '../../core/ui.js'
import { Clinic } from './clinic.js'
import { Family } from './family.js'
import { Notices } from './notices.js'
import { ToDo } from './todo.js'
import { deadline, VisitDialog } from './visit.js'
import { Treaters, VisitStatus } from './visit-parts.js'
import { Own, useWho } from './who.js'
import { Failed } from './act.js'
import { say } from './words.js'

export default function Screen() {
    const { sub } = useRoute()
    const who = useWho()
    if (sub === 'notices') return html`<${Own} title=${say('notices')} actions=${html`<${Button} kind="quiet" icon="left" onClick=${() => go('own')}>${say('back')}<//>`}><${Notices} /><//>`
    return html`<${Home} key=${who.id} />`
}

/** The other screens are fetched before they are opened: a phone may have no network then. */
function fetchOthers() {
    for (const load of [() => import('./visits.js'), () => import('./messages.js'), () => import('./bills.js'), () => import('./records.js'), () => import('./profile.js')]) load().catch(() => {})
}

function Home() {
    const { me } = useSession()
    const who = useWho()
    useEffect(() => {
        const timer = setTimeout(fetchOthers, 2000)
        return () => clearTimeout(timer)
    }, [])
    return html`<${Own} title=${html`${say('hello')}, <bdi>${who.person ? nameOf(who.person) : me?.name}</bdi>`}>
        <div class="own-home"><div class="stack"><${Next} /><${ToDo} key=${who.id} /></div><div class="stack">${!who.person && html`<${Family} />`}<${Clinic} /></div></div><//>`
}

/** The next visit, which changes here when it changes at the clinic. */
function Next() {
    const who = useWho()
    const [isOpen, setOpen] = useState(false)
    const live = useLive('/patient/appointments', { when: 'upcoming', ...who.query }, { id: (row) => row.id, pause: isOpen, order: (a, b) => a.start.localeCompare(b.start) })
    const rows = live.rows.filter((one) => one.status !== 'cancelled')
    const next = rows[0]
    const book = who.canAct && html`<${Button} kind=${next ? 'plain' : 'primary'} icon="plus" onClick=${() => go('own-visits/book')}>${say('book')}<//>`
    if (!next) {
        return html`<section class="card stack"><h2>${say(who.person ? 'nextOf' : 'next')}</h2>${live.error ? html`<${Failed} error=${live.error} retry=${live.reload} />` : !live.live ? html`<${Skeleton} rows=${3} />` : html`<p class="muted">${say('none')}. ${who.canAct && say('noneText')}</p><div>${book}</div>`}</section>`
    }
    return html`<section class="card stack own-next"><div class="row spread"><h2>${say(who.person ? 'nextOf' : 'next')}</h2><${VisitStatus} status=${next.status} /></div>
        <p class="page-when">${date(dayOf(next.start), 'full')}<br />${time(next.start)} – ${time(next.end)}</p><p>${next.service_name}<br /><span class="muted"><${Treaters} visit=${next} /></span></p>
        ${who.canAct && html`<p class="muted small">${deadline(next)}</p>`}
        <div class="own-actions"><${Button} kind="primary" onClick=${() => setOpen(true)}>${say('details')}<//>${book}</div>
        ${rows.length > 1 && html`<p><a href="#/own-visits">${say('more', { count: rows.length - 1 })}</a></p>`}
        ${isOpen && html`<${VisitDialog} visit=${next} canAct=${who.canAct} onClose=${() => setOpen(false)} />`}</section>`
}
