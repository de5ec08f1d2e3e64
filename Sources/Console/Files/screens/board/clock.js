// The waits on the board. They are drawn again every 15 seconds; nothing else of the board is.
import { html, useEffect, useState } from '../../core/dom.js'
import { duration, time } from '../../core/format.js'
import { signal, useSignal } from '../../core/signal.js'
import { Icon } from '../../core/ui.js'
import { say } from './words.js'

const now = signal(Date.now())
let users = 0
/** @type {ReturnType<typeof setInterval>|undefined} */
let timer
const tick = () => now.set(Date.now())

/** Runs the clock while somebody looks at it. @returns {() => void} */
function run() {
    if (users++ === 0) {
        tick()
        timer = setInterval(tick, 15_000)
        document.addEventListener('visibilitychange', tick)
    }
    return () => {
        if (--users > 0) return
        clearInterval(timer)
        document.removeEventListener('visibilitychange', tick)
    }
}

/** The time, to 15 seconds. @returns {number} */
export function useNow() {
    useEffect(run, [])
    return useSignal(now)
}

/**
 * A value that depends on the time; the component is drawn again only when the value changes.
 * @template T
 * @param {(now: number) => T} read
 * @returns {T}
 */
export function useByTime(read) {
    const [, render] = useState({})
    const value = read(now.get())
    useEffect(run, [])
    useEffect(() => now.watch(() => !Object.is(read(now.get()), value) && render({})))
    return value
}

/**
 * How long somebody waits. The tone says whether it is too long.
 * @param {{since: string, warnAt?: string}} props
 */
export function Wait({ since, warnAt }) {
    const at = useNow()
    const minutes = Math.max(0, Math.floor((at - Date.parse(since)) / 60_000))
    const limit = warnAt ? Date.parse(warnAt) : Infinity
    const tone = at >= limit + (limit - Date.parse(since)) ? 'bad' : at >= limit ? 'warn' : ''
    return html`<span class=${`board-wait ${tone}`} title=${say(tone ? 'waitTooLong' : 'waitSince', { time: time(since) })}>${tone && html`<${Icon} name="warning" label=${say('tooLong')} />`}${duration(minutes)}</span>`
}

/** How late somebody is who has not arrived. @param {{start: string}} props */
export function Late({ start }) {
    const at = useNow()
    const minutes = Math.floor((at - Date.parse(start)) / 60_000)
    if (minutes < 1) return null
    return html`<span class=${`board-wait ${minutes >= 15 ? 'bad' : 'warn'}`}>${say('late', { time: duration(minutes) })}</span>`
}
