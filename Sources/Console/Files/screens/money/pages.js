import { get } from '../../core/api.js'
import { html, useEffect, useRef, useState } from '../../core/dom.js'
import { Button, Failure, Skeleton } from '../../core/ui.js'
import { say } from './words.js'

/**
 * A list that is read page after page. What is shown stays while it is read again.
 * @param {string} path @param {Record<string, any>} query @param {number} [size]
 */
export function usePages(path, query, size = 50) {
    const [state, setState] = useState(/** @type {{rows: any[], cursor: string|null, error: any, loading: boolean, loaded: boolean}} */ ({ rows: [], cursor: null, error: null, loading: true, loaded: false }))
    const turn = useRef(0)
    const readAt = useRef(0)
    const again = useRef(/** @type {() => any} */ (() => {}))
    const asked = JSON.stringify([path, query])
    /** @param {string|null} cursor @param {number} [limit] */
    const read = async (cursor, limit = size) => {
        const mine = ++turn.current
        readAt.current = Date.now()
        setState((before) => ({ ...before, loading: true }))
        try {
            const page = await get(path, { ...query, limit, cursor })
            if (mine !== turn.current) return
            setState((before) => ({ rows: cursor ? [...before.rows, ...page.items] : page.items, cursor: page.next_cursor, error: null, loading: false, loaded: true }))
        } catch (error) {
            if (mine === turn.current) setState((before) => ({ ...before, error, loading: false }))
        }
    }
    // Somebody who comes back to the page sees what others have done meanwhile.
    useEffect(() => {
        const back = () => document.visibilityState === 'visible' && Date.now() - readAt.current > 30_000 && again.current()
        document.addEventListener('visibilitychange', back)
        return () => document.removeEventListener('visibilitychange', back)
    }, [])
    useEffect(() => {
        read(null)
        return () => {
            turn.current++
        }
    }, [asked])
    // As many rows as there are now, so that the list keeps its place.
    const reload = () => read(null, Math.min(200, Math.max(size, state.rows.length)))
    again.current = reload
    return {
        ...state,
        more: state.cursor ? () => read(state.cursor) : null,
        reload,
    }
}

/**
 * What stands under such a list, or instead of it.
 * @param {{pages: ReturnType<typeof usePages>, empty: any, children: any}} props
 */
export function Pages({ pages, empty, children }) {
    if (pages.error && !pages.loaded) return html`<${Failure} error=${pages.error} retry=${pages.reload} />`
    if (!pages.loaded) return html`<${Skeleton} rows=${8} />`
    return html`${pages.error && html`<${Failure} error=${pages.error} retry=${pages.reload} />`}
        ${pages.rows.length ? children : empty}
        ${pages.more && html`<div class="row"><${Button} onClick=${pages.more}>${say('more')}<//></div>`}`
}
