// Live lists: the server's event stream (core/live/feed.js), shared by the components and the tabs that show the same list.
import { address } from './api.js'
import { useEffect, useRef, useState } from './dom.js'
import { onForget } from './forget.js'
import { Feed } from './live/feed.js'

/**
 * `loaded`: the server has answered, so that no rows mean that there are none.
 * @typedef {{rows: any[], loaded: boolean, live: boolean, cutSince: Date|null, error: any, pending: number, reload: () => void}} Live
 */
/** @type {any[]} */
const nothing = []

/** @type {Map<string, {feed: Feed, users: number}>} */
const feeds = new Map()
onForget(() => {
    for (const { feed } of feeds.values()) feed.end()
    feeds.clear()
})

/**
 * Follows a list of the server.
 * @param {string|null} path null: nothing is followed
 * @param {Record<string, any>} query
 * @param {{id: (row: any) => string, pause?: boolean, order?: (a: any, b: any) => number}} options
 * `pause`: rows stay as they are, and `pending` counts the changes; `order`: of rows that come one by one
 * @returns {Live}
 */
export function useLive(path, query, { id, pause = false, order }) {
    const full = path === null ? '' : address(path, query)
    const [, render] = useState({})
    const shown = useRef(/** @type {{rows: any[], pending: Set<string>}} */ ({ rows: [], pending: new Set() }))
    const paused = useRef(pause)
    paused.current = pause
    const feed = useRef(/** @type {Feed|null} */ (null))
    const [turn, setTurn] = useState(0)

    const read = () => {
        const rows = [...(feed.current?.rows.values() || [])]
        shown.current = { rows: order ? rows.sort(order) : rows, pending: new Set() }
    }
    useEffect(() => {
        if (!full) return
        let entry = feeds.get(full)
        if (!entry) feeds.set(full, (entry = { feed: new Feed(full, id), users: 0 }))
        entry.users++
        const mine = entry
        feed.current = mine.feed
        read()
        /** @type {ReturnType<typeof setTimeout>|undefined} */
        let timer
        let drawn = 0
        const draw = () => {
            timer = undefined
            drawn = Date.now()
            render({})
        }
        const watcher = (/** @type {Set<string>|null} */ touched) => {
            if (touched && paused.current) for (const key of touched) shown.current.pending.add(key)
            else if (touched) read()
            // A change is drawn at once, in a task of its own. Those that follow within 40 ms are drawn together.
            if (!timer) timer = setTimeout(draw, Math.max(0, drawn + 40 - Date.now()))
        }
        mine.feed.watchers.add(watcher)
        render({})
        return () => {
            clearTimeout(timer)
            mine.feed.watchers.delete(watcher)
            feed.current = null
            if (--mine.users === 0) {
                mine.feed.end()
                if (feeds.get(full) === mine) feeds.delete(full)
            }
        }
    }, [full, turn])
    useEffect(() => {
        if (pause || !feed.current) return
        read()
        render({})
    }, [pause])

    // In the drawing in which the list changes, the feed is still that of the list before.
    const now = feed.current?.path === full ? feed.current : null
    return {
        rows: now ? shown.current.rows : nothing,
        loaded: Boolean(now?.loaded),
        live: Boolean(now?.live), cutSince: now?.cutSince || null, error: now?.error || null,
        pending: shown.current.pending.size,
        reload() {
            const entry = feeds.get(full)
            if (entry) {
                entry.feed.end()
                feeds.delete(full)
            }
            setTurn((before) => before + 1)
        },
    }
}
