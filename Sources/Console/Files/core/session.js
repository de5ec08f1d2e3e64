// Who is signed in, and the steps between signed out, signed in and locked.
import { del, get, Offline, post, Problem } from './api.js'
import { forgetAll, onForget } from './forget.js'
import { doNotLeave, finishLeaving, leaveLater } from './leaving.js'
import { signal, useSignal } from './signal.js'
import { cookieMode, keep, mayHaveSession, onSession, renew, tell, tokens, tokensEnded } from './tokens.js'

export { onForget }

/**
 * @typedef {'starting'|'out'|'in'|'locked'|'unreachable'} SessionState
 * @typedef {{state: SessionState, me: any, clinic: any, role: string, memberships: any[], hasPin: boolean}} Session
 */

/** @type {Session} */
const nobody = { state: 'starting', me: null, clinic: null, role: '', memberships: [], hasPin: false }
const current = signal(nobody)

/**
 * The session, for components.
 * @returns {Session}
 */
export function useSession() {
    return useSignal(current)
}

/**
 * The session, outside of components.
 * @returns {Session}
 */
export function session() {
    return current.get()
}

/** Runs a function whenever the session changes. @param {() => void} watcher */
export function watchSession(watcher) {
    return current.watch(watcher)
}

/** @type {Set<() => any>} */
const leavers = new Set()
/** Registers what is done when the person signs out by choice. @param {() => any} run */
export function onSignOut(run) {
    leavers.add(run)
}

/** Idle time after which the page locks: as long as the server's. */
const idleMinutes = 15
const lockedMark = 'chairside-locked'

/** A name for this browser, so that a PIN and the limits of wrong passwords belong to it. It says nothing of a person. */
export function deviceID() {
    let id = localStorage.getItem('chairside-device')
    if (!id) {
        id = crypto.randomUUID()
        localStorage.setItem('chairside-device', id)
    }
    return id
}

/** Reads who is signed in after tokens have arrived. */
async function open() {
    const had = tokens.get()
    if (!had) return
    if (had.locked || localStorage.getItem(lockedMark)) {
        current.set({ ...nobody, state: 'locked', hasPin: had.has_pin, role: had.role })
        return
    }
    try {
        const [me, clinic] = await Promise.all([get('/me'), had.clinic_id ? get('/clinic') : null])
        if (tokens.get()?.session_id !== had.session_id) return
        const memberships = [{ clinic_id: had.clinic_id, role: had.role, clinic_name: clinic?.profile?.name }, ...(had.other_memberships || [])]
        current.set({ state: 'in', me, clinic, role: me.role, memberships, hasPin: me.has_pin })
        watchIdle()
    } catch (error) {
        if (error instanceof Problem && error.type === 'session-locked') return showLocked()
        if (error instanceof Problem && error.status === 401) return showOut()
        current.set({ ...nobody, state: 'unreachable' })
    }
}

/** Takes what belongs to the session before off the page, also where the next one shows the same screen. */
function leave() {
    stopIdle()
    forgetAll()
    current.set(nobody)
}

function showOut() {
    stopIdle()
    localStorage.removeItem(lockedMark)
    forgetAll()
    current.set({ ...nobody, state: 'out' })
}

function showLocked() {
    stopIdle()
    forgetAll()
    const { hasPin, role } = current.get()
    current.set({ ...nobody, state: 'locked', hasPin: hasPin || Boolean(tokens.get()?.has_pin), role: role || tokens.get()?.role || '' })
}

let listens = false

/** Pages without a session, which only use the formats, do not follow the session of other tabs. */
function listen() {
    if (listens) return
    listens = true
    window.addEventListener('online', finishLeaving)
    onSession({
        ended: showOut,
        locked: showLocked,
        unlocked: open,
        changed() {
            leave()
            open()
        },
        active: () => restartIdle(),
    })
}

/** Takes up the session that the browser's cookie belongs to. */
export async function start() {
    listen()
    current.set(nobody)
    await finishLeaving()
    if (!mayHaveSession()) return showOut()
    const isThere = await renew()
    if (isThere) return open()
    // Only a refusal says that the session is over; without an answer it may still be there.
    if (isThere === false) showOut()
    else current.set({ ...nobody, state: 'unreachable' })
}

/**
 * @param {{email: string, password: string, code?: string, clinic_id?: string, role?: string}} credentials
 * @throws {Problem} `wrong-credentials`, `second-factor-required`, `wrong-second-factor`, `too-many-attempts` …
 */
export async function signIn(credentials) {
    await finishLeaving()
    await arrive(await post('/auth/login', { ...credentials, ...device() }, { open: true, headers: cookieMode }))
}

function device() {
    const tablet = localStorage.getItem('chairside-desk')
    return { device_id: deviceID(), device_name: browserName(), platform: 'web', ...(tablet ? { tablet_token: tablet } : {}) }
}

/** @param {any} next */
async function arrive(next) {
    localStorage.removeItem(lockedMark)
    doNotLeave()
    leave()
    keep(next)
    await open()
}

/**
 * Goes on in another clinic or role.
 * @param {{clinic_id?: string, role: string}} membership
 */
export async function choose({ clinic_id, role }) {
    await arrive(await post('/me/switch', { ...(clinic_id ? { clinic_id } : {}), role }, { headers: cookieMode }))
}

/**
 * Takes a shared desk over.
 * @param {{account_id: string, role: string, pin: string}} turn
 */
export async function takeTurn(turn) {
    const desk = localStorage.getItem('chairside-desk') || ''
    await finishLeaving()
    await arrive(await post('/auth/tablet/turn', turn, { open: true, headers: { ...cookieMode, Authorization: `Bearer ${desk}` } }))
}

/**
 * The people who can take a shared desk over.
 * @returns {Promise<any[]>}
 */
export async function deskPeople() {
    const desk = localStorage.getItem('chairside-desk')
    if (!desk) return []
    try {
        return (await get('/auth/tablet/people', {}, { open: true, headers: { Authorization: `Bearer ${desk}` } })).items
    } catch (error) {
        if (error instanceof Problem && error.status === 401) localStorage.removeItem('chairside-desk')
        return []
    }
}

/**
 * Makes this browser a shared desk.
 * @param {string} name
 */
export async function shareDesk(name) {
    const desk = await post('/tablets', { name })
    localStorage.setItem('chairside-desk', desk.token)
}

export function isSharedDesk() {
    return localStorage.getItem('chairside-desk') !== null
}

/**
 * Ends this session, or every session of the account.
 * @param {{everywhere?: boolean}} how
 */
export async function signOut({ everywhere = false } = {}) {
    try {
        for (const run of leavers) await run()
        if (everywhere) {
            const { items } = await get('/sessions')
            for (const one of items) if (!one.is_current) await del(`/sessions/${one.id}`).catch(() => {})
        }
        await post('/auth/logout', undefined, { headers: cookieMode })
    } catch (error) {
        if (error instanceof Offline) leaveLater()
        if (!(error instanceof Offline) || everywhere) throw error
    } finally {
        tokensEnded()
        showOut()
    }
}

/** Locks the page: names leave the screen and the memory. */
export function lock() {
    if (current.get().state !== 'in') return
    localStorage.setItem(lockedMark, '1')
    tell({ locked: true })
    showLocked()
}

/**
 * @param {{pin?: string, password?: string}} proof
 * @throws {Problem} `wrong-pin`, `wrong-password`, `no-pin-set` …
 */
export async function unlock({ pin, password }) {
    if (pin !== undefined) await post('/pin/verify', { pin }, { settles: true })
    else await post('/unlock', { password }, { settles: true })
    localStorage.removeItem(lockedMark)
    const now = tokens.get()
    if (now) keep({ ...now, locked: false })
    tell({ unlocked: true })
    await open()
}

/** Reads the account and the clinic again after a change. */
export async function reloadSession() {
    await open()
}

function browserName() {
    const agent = navigator.userAgent
    const browser = /Firefox/.test(agent) ? 'Firefox' : /Edg\//.test(agent) ? 'Edge' : /Chrome/.test(agent) ? 'Chrome' : /Safari/.test(agent) ? 'Safari' : 'Browser'
    return isSharedDesk() ? `${browser}, shared desk` : browser
}

// --- idle ---
/** @type {ReturnType<typeof setTimeout>|undefined} */
let timer
let lastTold = 0
let lastActive = Date.now()

function restartIdle() {
    lastActive = Date.now()
    clearTimeout(timer)
    if (current.get().state === 'in') timer = setTimeout(checkIdle, idleMinutes * 60_000)
}

/** Timers stand still while a machine sleeps, so the clock decides. */
function checkIdle() {
    if (Date.now() - lastActive >= idleMinutes * 60_000 - 1000) lock()
    else restartIdle()
}

function act() {
    const gone = Date.now() - lastActive >= idleMinutes * 60_000
    if (gone && current.get().state === 'in') return lock()
    restartIdle()
    if (Date.now() - lastTold > 10_000) {
        lastTold = Date.now()
        tell({ active: true })
    }
}

const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart']
function watchIdle() {
    for (const sign of signs) window.addEventListener(sign, act, { passive: true, capture: true })
    restartIdle()
}
function stopIdle() {
    for (const sign of signs) window.removeEventListener(sign, act, { capture: true })
    clearTimeout(timer)
}
