// A patient's visits, live; booking, moving and the waiting list are parts of it.
import { get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { time } from '../../core/format.js'
import { useCommands } from '../../core/keys.js'
import { useLive } from '../../core/live.js'
import { useLoad } from '../../core/load.js'
import { go, useHandedOver, useRoute } from '../../core/router.js'
import { Badge, Button, Empty, Skeleton } from '../../core/ui.js'
import { Act, Failed } from './act.js'
import { Booking } from './booking.js'
import { Moving } from './moving.js'
import { VisitDialog } from './visit.js'
import { VisitRow } from './visit-parts.js'
import { Waitlist } from './waitlist.js'
import { once, Own, useWho } from './who.js'
import { say } from './words.js'

export default function Screen() {
    const { sub } = useRoute()
    const who = useWho()
    const handed = useHandedOver()
    useCommands([{ id: 'own-book', title: say('book'), keys: 'n', run: () => go('own-visits/book'), when: () => who.canAct }])
    if (sub === 'book') return html`<${Booking} key=${who.id} wish=${handed} />`
    if (sub === 'move' && handed?.visit) return html`<${Moving} visit=${handed.visit} />`
    if (sub === 'wait') return html`<${Own} title=${say('waitlist')} actions=${html`<${Button} icon="left" kind="quiet" onClick=${() => go('own-visits')}>${say('back')}<//>`}><${Waitlist} key=${who.id} /><//>`
    return html`<${Visits} key=${who.id} />`
}

function Visits() {
    const who = useWho()
    const handed = useHandedOver()
    const [wanted] = useState(() => once(handed))
    const [openID, setOpenID] = useState(wanted?.visitID || '')
    const [past, setPast] = useState(/** @type {any[]} */ ([]))
    const [cursor, setCursor] = useState('')
    const upcoming = useLive('/patient/appointments', { when: 'upcoming', ...who.query }, { id: (row) => row.id, pause: openID !== '', order: (a, b) => a.start.localeCompare(b.start) })
    const first = useLoad(async () => {
        const page = await get('/patient/appointments', { when: 'past', limit: 10, ...who.query })
        setPast(page.items)
        setCursor(page.next_cursor || '')
        return page
    }, [who.id])
    // A visit that a notification names may be in neither list yet.
    const asked = useLoad(async () => (wanted?.visitID ? get(`/appointments/${wanted.visitID}`) : null), [])
    const visit = [...upcoming.rows, ...past].find((one) => one.id === openID) || (asked.data?.id === openID ? asked.data : null)
    const isReady = upcoming.live || upcoming.rows.length > 0
    return html`<${Own} title=${say('visits')} actions=${who.canAct && html`<${Button} kind="primary" icon="plus" keys="n" onClick=${() => go('own-visits/book')}>${say('book')}<//>`}>
        <section class="stack"><div class="row spread"><h2>${say('upcoming')}</h2>${upcoming.live ? html`<${Badge} tone="good">${say('live')}<//>` : upcoming.cutSince && html`<${Badge} tone="warn">${say('notLive', { time: time(upcoming.cutSince) })}<//>`}</div>
            ${upcoming.error && !upcoming.rows.length && html`<${Failed} error=${upcoming.error} retry=${upcoming.reload} />`}
            ${!isReady && !upcoming.error && html`<${Skeleton} rows=${3} />`}
            ${isReady && !upcoming.rows.length && html`<${Empty} icon="calendar" title=${say('none')} text=${say('noneText')} action=${who.canAct && html`<${Button} onClick=${() => go('own-visits/book')}>${say('book')}<//>`} />`}
            <ul class="bare own-list">${upcoming.rows.map((one) => html`<li key=${one.id}><${VisitRow} visit=${one} onOpen=${() => setOpenID(one.id)} /></li>`)}</ul></section>
        ${!who.person && html`<p><a class="button quiet" href="#/own-visits/wait">${say('waitlist')}</a></p>`}
        <section class="stack"><h2>${say('past')}</h2>
            ${first.error && html`<${Failed} error=${first.error} retry=${first.reload} />`}${!first.data && !first.error && html`<${Skeleton} rows=${2} />`}
            ${first.data && !past.length && html`<p class="muted">${say('nonePast')}</p>`}
            <ul class="bare own-list">${past.map((one) => html`<li key=${one.id}><${VisitRow} visit=${one} onOpen=${() => setOpenID(one.id)} /></li>`)}</ul>
            ${cursor && html`<div><${Act} onClick=${async () => {
                const page = await get('/patient/appointments', { when: 'past', limit: 20, cursor, ...who.query })
                setPast([...past, ...page.items])
                setCursor(page.next_cursor || '')
            }}>${say('showMore')}<//></div>`}</section>
        ${visit && html`<${VisitDialog} visit=${visit} canAct=${who.canAct} onClose=${() => setOpenID('')} onChanged=${first.reload} />`}<//>`
}
