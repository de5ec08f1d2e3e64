// Notifications: what has happened, with the way to it.
import { all, post } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { dateTime, nameOf, relative } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Badge, Empty, Icon, Skeleton } from '../../core/ui.js'
import { Act, Failed } from './act.js'
import { kindText } from './notice-words.js'
import { showPerson, useWho } from './who.js'
import { say } from './words.js'

/** Where a notification leads. @type {Record<string, [string, string]>} */
const places = {
    appointment: ['calendar', 'own-visits'], payment: ['money', 'own-bills'], service: ['bell', 'own-visits/book'], waitlist_entry: ['clock', 'own-visits/wait'], message_thread: ['message', 'own-messages'], check_in_plan: ['check', 'own-profile/check-ins'], missed_check_in: ['check', 'own-profile/check-ins'],
}

export function Notices() {
    const { dependants } = useWho()
    const { data, error, reload } = useLoad(() => all('/notifications', { limit: 100 }), [])
    const open = (/** @type {any} */ one) => {
        if (!one.read) post(`/notifications/${one.id}/read`).catch(() => {})
        showPerson(dependants.find((person) => person.id === one.dependant_id) || null)
        const [, place] = places[one.subject_kind] || ['bell', 'own']
        go(place, one.subject_kind === 'appointment' ? { visitID: one.subject_id } : one.subject_kind === 'message_thread' ? { threadID: one.subject_id } : one.subject_kind === 'service' ? { serviceID: one.subject_id } : undefined)
    }
    if (error) return html`<${Failed} error=${error} retry=${reload} />`
    if (!data) return html`<${Skeleton} rows=${6} />`
    if (!data.length) return html`<${Empty} icon="bell" title=${say('noticesNone')} />`
    return html`${data.some((one) => !one.read) && html`<div><${Act} icon="check" onClick=${async () => {
        await post('/notifications/read', { up_to: data[0].id })
        await reload()
    }}>${say('markRead')}<//></div>`}
        <ul class="bare own-todo card">${data.map((one) => {
            const person = dependants.find((found) => found.id === one.dependant_id)
            return html`<li key=${one.id}><button type="button" onClick=${() => open(one)}><${Icon} name=${(places[one.subject_kind] || ['bell'])[0]} /><span><strong>${kindText(one.type)}</strong>${person && html` ${say('forDependant', { name: '' })}<bdi>${nameOf(person)}</bdi>`}
                <small class="muted">${one.start && one.type !== 'message.new' ? `${dateTime(one.start)} · ` : ''}${relative(one.created_at)}</small></span>${!one.read && html`<${Badge} tone="accent">${say('new')}<//>`}<${Icon} name="right" /></button></li>`
        })}</ul>`
}
