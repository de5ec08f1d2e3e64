import { get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { useLoad } from '../../core/load.js'
import { Empty, Skeleton } from '../../core/ui.js'
import { Act, Failed } from './act.js'
import { say } from './words-records.js'

/**
 * A list of the API that is read page by page.
 * @param {{path: string, query?: any, row: (item: any, reload: () => any) => any, icon?: string, list?: string, size?: number, empty?: any, turn?: any}} props
 * another `turn` reads the list again, in place
 */
export function Paged({ path, query = {}, row, icon = 'file', list = 'own-list', size = 20, empty, turn }) {
    const [items, setItems] = useState(/** @type {any[]} */ ([]))
    const [cursor, setCursor] = useState('')
    const first = useLoad(async () => {
        const page = await get(path, { limit: size, ...query })
        setItems(page.items)
        setCursor(page.next_cursor || '')
        return page
    }, [path, JSON.stringify(query), turn])
    if (first.error && !first.data) return html`<${Failed} error=${first.error} retry=${first.reload} />`
    if (!first.data) return html`<${Skeleton} rows=${4} />`
    if (!items.length) return empty || html`<${Empty} icon=${icon} title=${say('none')} />`
    return html`<ul class=${`bare ${list}`}>${items.map((item) => html`<li key=${item.id || item.record?.id || item.thread?.id}>${row(item, first.reload)}</li>`)}</ul>
        ${cursor && html`<div><${Act} onClick=${async () => {
            const page = await get(path, { limit: size, cursor, ...query })
            setItems([...items, ...page.items])
            setCursor(page.next_cursor || '')
        }}>${say('more')}<//></div>`}`
}
