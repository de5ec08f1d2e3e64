import { html, useEffect, useRef, useState } from '../dom.js'
import { Offline, Problem, SessionLeft } from '../api.js'
import { dateTime, money, nameOf, time } from '../format.js'
import { keysText } from '../keys.js'
import { Icon } from './icons.js'
import { problemTitle } from './problems.js'
import { say } from './words.js'
import { toast } from './toasts.js'

/**
 * Runs a function that may take time, one at a time.
 * @param {((...args: any[]) => any) | undefined} run
 * @returns {[boolean, (...args: any[]) => Promise<void>]} whether it runs, and the function to call; a failure that the function did not handle is shown as a toast
 */
export function useBusy(run) {
    const [busy, setBusy] = useState(false)
    const running = useRef(false)
    const gone = useRef(false)
    useEffect(() => {
        gone.current = false
        return () => {
            gone.current = true
        }
    }, [])
    const start = async (/** @type {any[]} */ ...args) => {
        if (!run || running.current) return
        running.current = true
        try {
            const result = run(...args)
            if (result instanceof Promise) {
                setBusy(true)
                await result
            }
        } catch (error) {
            toast(problemText(error), { tone: 'bad' })
        } finally {
            running.current = false
            if (!gone.current) setBusy(false)
        }
    }
    return [busy, start]
}

/** @param {{kind?: 'primary'|'plain'|'danger'|'quiet', small?: boolean, icon?: string, keys?: string, busy?: boolean, onClick?: (event: any) => any, children?: any, [other: string]: any}} props */
export function Button({ kind = 'plain', small, icon, keys, busy: shownBusy, onClick, children, class: more = '', disabled, ...rest }) {
    const [busy, click] = useBusy(onClick)
    const waits = busy || shownBusy
    return html`<button type="button" ...${rest} class=${`button ${kind} ${small ? 'small' : ''} ${more}`} disabled=${disabled || waits} aria-busy=${waits ? 'true' : undefined}
        onClick=${onClick ? click : undefined} aria-keyshortcuts=${keys ? keys.replace('Mod', 'Control') : undefined}>
        ${icon && html`<${Icon} name=${icon} />`}${children}${keys && html`<kbd aria-hidden="true">${keysText(keys)}</kbd>`}</button>`
}

/**
 * A button that is only an icon; `label` names it.
 * @param {{name: string, label: string, onClick?: (event: any) => any, [other: string]: any}} props
 */
export function IconButton({ name, label, class: more = '', ...rest }) {
    return html`<${Button} kind="quiet" class=${`icon ${more}`} aria-label=${label} title=${label} icon=${name} ...${rest} />`
}

/** @param {{title?: any, actions?: any, children?: any, class?: string}} props */
export function Card({ title, actions, children, class: more = '' }) {
    return html`<section class=${`card stack ${more}`}>
        ${(title || actions) && html`<div class="row spread">${title && html`<h2>${title}</h2>`}<div class="row">${actions}</div></div>`}${children}</section>`
}

/** @param {{tone?: 'neutral'|'info'|'good'|'warn'|'bad'|'violet'|'accent', children?: any, icon?: string, title?: string}} props */
export function Badge({ tone = 'neutral', children, icon, title }) {
    return html`<span class=${`badge ${tone}`} title=${title}>${icon && html`<${Icon} name=${icon} />`}${children}</span>`
}

/**
 * The colour of each status of an appointment.
 * @type {Record<string, any>}
 */
export const statusTones = {
    requested: 'violet', booked: 'neutral', confirmed: 'info', arrived: 'warn', seated: 'accent', in_treatment: 'accent', ready_for_checkout: 'good', completed: 'good', cancelled: 'neutral', no_show: 'bad', entered_in_error: 'bad',
}
/** @param {string} status */
export function statusText(status) {
    return say(/** @type {any} */ (status))
}
/** @param {{status: string}} props */
export function Status({ status }) {
    return html`<${Badge} tone=${statusTones[status] || 'neutral'}>${statusText(status)}<//>`
}

/** @param {{value: {amount: number, currency: string} | null | undefined}} props */
export function Money({ value }) {
    return html`<span class="number">${money(value)}</span>`
}
/**
 * A time of the clinic's day; the title has the date.
 * @param {{value: string | number | Date}} props
 */
export function Time({ value }) {
    const at = new Date(value)
    return html`<time class="number" dateTime=${at.toISOString()} title=${dateTime(at)}>${time(at)}</time>`
}
/**
 * A person's name; its direction does not change the text around it.
 * @param {{person: any}} props
 */
export function PersonName({ person }) {
    return html`<bdi>${nameOf(person)}</bdi>`
}

/** @param {{title: any, text?: any, action?: any, icon?: string}} props */
export function Empty({ title, text, action, icon }) {
    return html`<div class="empty">${icon && html`<${Icon} name=${icon} />`}<strong>${title}</strong>${text && html`<p>${text}</p>`}${action}</div>`
}
/** @param {{rows?: number}} props */
export function Skeleton({ rows = 4 }) {
    return html`<div class="skeleton" role="status" aria-label=${say('loading')}>${Array.from({ length: rows }, () => html`<span></span>`)}</div>`
}

/**
 * What a failure means, in a sentence.
 * @param {any} error
 */
export function problemText(error) {
    if (error instanceof Offline) return say('offline')
    if (error instanceof SessionLeft) return ''
    if (error instanceof Problem) {
        const errors = Array.isArray(error.body.errors) ? error.body.errors.map((one) => [one.pointer || one.name || one.in, one.detail].filter(Boolean).join(': ')).join(' · ') : ''
        const wait = error.retryAfter ? say('wait', { seconds: error.retryAfter }) : ''
        return [problemTitle(error), errors || error.detail, wait].filter(Boolean).join(' ')
    }
    return `${say('failed')}${error?.message ? `: ${error.message}` : ''}`
}
/** @param {{problem: any}} props */
export function ProblemText({ problem }) {
    return problem ? html`<p class="notice bad" role="alert">${problemText(problem)}</p>` : null
}
/** @param {{error: any, retry?: () => any}} props */
export function Failure({ error, retry }) {
    return html`<div class="notice bad stack" role="alert"><p>${problemText(error)}</p>${retry && html`<div><${Button} onClick=${retry}>${say('retry')}<//></div>`}</div>`
}

/**
 * Loads the styles of a screen.
 * @param {string} address
 */
export function useStyle(address) {
    useEffect(() => {
        if (document.querySelector(`link[href="${address}"]`)) return
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = address
        document.head.append(link)
    }, [address])
}
