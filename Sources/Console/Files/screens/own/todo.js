// What waits for the patient, each with the way to it.
import { get } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { dateTime, money } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { go } from '../../core/router.js'
import { Icon, Skeleton } from '../../core/ui.js'
import { useUnread } from './unread.js'
import { useWho } from './who.js'
import { say } from './words.js'

/** A question that may be refused, since the clinic opens areas one by one. @param {Promise<any>} asked */
const maybe = (asked) => asked.catch(() => null)

export function ToDo() {
    const who = useWho()
    const unread = useUnread()
    const { data } = useLoad(() => Promise.all([
        maybe(get('/patient/history-form-status', who.query)), maybe(get('/patient/consents', { status: 'presented', limit: 50, ...who.query })), maybe(get('/patient/treatment-plans', { status: 'proposed', limit: 50, ...who.query })),
        who.person ? null : maybe(get('/patient/waitlist')), maybe(get('/patient/balance', who.query)), who.person ? null : maybe(get('/check-ins/plan')), who.person ? null : maybe(get('/notifications/unread')),
    ]), [who.id])
    if (!data) return html`<section class="card stack"><h2>${say('toDo')}</h2><${Skeleton} rows=${3} /></section>`
    const [form, consents, plans, waitlist, balance, plan, notices] = data
    const offers = (waitlist?.items || []).flatMap((/** @type {any} */ entry) => entry.offers).filter((/** @type {any} */ one) => one.outcome === 'open' && Date.parse(one.expires_at) > Date.now()).length
    const owed = balance?.patient_share || balance?.open
    /** @type {([string, string, any, string?] | false | null | undefined)[]} */
    const list = [
        offers > 0 && ['clock', say('todoOffers', { count: offers }), () => go('own-visits/wait')],
        unread.messages > 0 && ['message', say('todoMessages', { count: unread.messages }), () => go('own-messages')],
        notices?.count > 0 && ['bell', say('todoNotices', { count: notices.count }), () => go('own/notices')],
        who.canAct && form?.form_due && ['file', say('todoForm'), () => go('own-records/forms')],
        consents?.items.length > 0 && ['edit', say('todoConsents', { count: consents.items.length }), () => go('own-records/forms')],
        plans?.items.length > 0 && ['tooth', say('todoPlans', { count: plans.items.length }), () => go('own-records/plans')],
        owed?.amount > 0 && ['money', say('todoBalance', { sum: money(owed) }), () => go('own-bills')],
        plan?.due_at && plan.status !== 'ended' && ['check', say('todoCheckIn', { when: dateTime(plan.due_at) }), () => go('own-profile/check-ins')],
    ]
    const shown = /** @type {[string, string, any][]} */ (list.filter(Boolean))
    return html`<section class="card stack"><h2>${say('toDo')}</h2>${!shown.length && html`<p class="muted">${say('nothingToDo')}</p>`}
        <ul class="bare own-todo">${shown.map(([icon, text, run]) => html`<li key=${icon}><button type="button" onClick=${run}><${Icon} name=${icon} /><span>${text}</span><${Icon} name="right" /></button></li>`)}</ul></section>`
}
