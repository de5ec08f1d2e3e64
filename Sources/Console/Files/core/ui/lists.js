import { html, useEffect, useRef, useState } from '../dom.js'
import { useID } from './fields.js'

/**
 * A table. Rows that open something can be focused and opened by Enter.
 * @param {{columns: {key: string, label: any, align?: 'end', render?: (row: any) => any, sort?: (a: any, b: any) => number}[], rows: any[], id?: (row: any) => string, onOpen?: (row: any) => any, caption?: any, footer?: any, hideCaption?: boolean}} props
 */
export function Table({ columns, rows, id = (row) => row.id, onOpen, caption, footer, hideCaption }) {
    const [order, setOrder] = useState(/** @type {{key: string, down: boolean}|null} */ (null))
    const by = order && columns.find((column) => column.key === order.key)?.sort
    const shown = by ? [...rows].sort((a, b) => by(a, b) * (order.down ? -1 : 1)) : rows
    const key = (/** @type {KeyboardEvent} */ event, row) => {
        const tr = /** @type {any} */ (event.currentTarget)
        if (event.target !== tr) return
        if (event.key === 'Enter') onOpen?.(row)
        else if (event.key === 'ArrowDown') tr.nextElementSibling?.focus()
        else if (event.key === 'ArrowUp') tr.previousElementSibling?.focus()
        else return
        event.preventDefault()
    }
    return html`<div class="table-frame" tabIndex=${onOpen ? undefined : 0} role="group" aria-label=${typeof caption === 'string' ? caption : undefined}><table class="table">
        ${caption && html`<caption class=${hideCaption ? 'sr-only' : ''}>${caption}</caption>`}
        <thead><tr>${columns.map((column) => html`<th scope="col" class=${column.align || ''} aria-sort=${order?.key === column.key ? (order.down ? 'descending' : 'ascending') : undefined}>
            ${column.sort ? html`<button type="button" onClick=${() => setOrder({ key: column.key, down: order?.key === column.key && !order.down })}>${column.label}${order?.key === column.key ? (order.down ? ' ↓' : ' ↑') : ''}</button>` : column.label}</th>`)}</tr></thead>
        <tbody>${shown.map((row) => html`<tr key=${id(row)} class=${onOpen ? 'opens' : ''} tabIndex=${onOpen ? 0 : undefined} onClick=${onOpen && (() => onOpen(row))} onKeyDown=${onOpen && ((event) => key(event, row))}>
            ${columns.map((column) => html`<td class=${column.align || ''} data-label=${typeof column.label === 'string' ? column.label : undefined}>${column.render ? column.render(row) : row[column.key]}</td>`)}</tr>`)}</tbody>
        ${footer && html`<tfoot>${footer}</tfoot>`}</table></div>`
}

/**
 * Tabs, each with its panel.
 * @param {{label: string, tabs: {id: string, label: any}[], value: string, onChange: (id: string) => any, children?: any}} props
 */
export function Tabs({ label, tabs, value, onChange, children }) {
    const id = useID()
    const list = useRef(/** @type {any} */ (null))
    useEffect(() => {
        list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
    }, [value])
    const key = (/** @type {KeyboardEvent} */ event) => {
        const at = tabs.findIndex((tab) => tab.id === value)
        const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
        if (next === undefined) return
        event.preventDefault()
        event.stopPropagation()
        const index = (next + tabs.length) % tabs.length
        onChange(tabs[index].id)
        requestAnimationFrame(() => list.current?.children[index]?.focus())
    }
    return html`<div class="stack"><div class="tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${key}>
        ${tabs.map((tab) => html`<button type="button" role="tab" id=${`${id}-${tab.id}`} aria-selected=${tab.id === value} aria-controls=${`${id}-panel`} tabIndex=${tab.id === value ? 0 : -1} onClick=${() => onChange(tab.id)}>${tab.label}</button>`)}</div>
        <div role="tabpanel" id=${`${id}-panel`} aria-labelledby=${`${id}-${value}`} class="stack">${children}</div></div>`
}

/**
 * Controls of one kind in a row.
 * @param {{label: string, children?: any}} props
 */
export function Toolbar({ label, children }) {
    return html`<div class="row" role="toolbar" aria-label=${label}>${children}</div>`
}
