import { get, post } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { date, dateTime, money } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { session } from '../../core/session.js'
import { Button, Confirm, Dialog, Failure, MoneyInput, Skeleton, Table, toast } from '../../core/ui.js'
import { Cashiers, useTakings } from './cashiers.js'
import { CashCount, keepFloat, keptFloat, sumOf } from './count.js'
import { Difference } from './difference.js'
import { wide } from './wide.js'
import { say } from './words.js'

/**
 * A day of a cash drawer: what is expected, what was counted, and the closing.
 * @param {{date: string, drawer: number, onClose: () => void, onChanged: () => any}} props
 */
export function DayDialog({ date: day, drawer, onClose, onChanged }) {
    const { data, error, reload } = useLoad(() => get(`/day-close/${day}`, { drawer }), [day, drawer])
    const takings = useTakings(day, drawer, data?.version)
    const [pieces, setPieces] = useState(/** @type {Record<string, number>} */ ({}))
    const [float, setFloat] = useState(keptFloat(drawer))
    const [typed, setTyped] = useState(/** @type {Record<string, number|null>} */ ({}))
    const [asks, setAsks] = useState('')
    const title = say('dayTitle', { date: date(day, 'full'), number: drawer })
    if (!data) return html`<${Dialog} title=${title} wide onClose=${onClose}>${error ? html`<${Failure} error=${error} retry=${reload} />` : html`<${Skeleton} rows=${8} />`}<//>`
    const currency = data.expected.currency
    const open = data.status === 'open'
    const countsPieces = Object.values(pieces).some((count) => count > 0)
    /** @param {any} row @returns {number|null} */
    const countedOf = (row) => (row.method === 'cash' && countsPieces ? sumOf(pieces) - float : typed[row.method] ?? null)
    const missing = data.methods.some((/** @type {any} */ row) => countedOf(row) === null)
    const changed = async () => {
        setAsks('')
        await Promise.all([reload(), onChanged()])
    }
    const close = async () => {
        keepFloat(drawer, float)
        await post('/day-close', { date: day, drawer, counted: data.methods.map((/** @type {any} */ row) => ({ method: row.method, amount: { amount: countedOf(row), currency } })) })
        toast(say('closeDone'))
        await changed()
    }
    const reopen = async () => {
        await post(`/day-close/${day}/reopen`, undefined, { query: { drawer } })
        toast(say('reopenDone'))
        await changed()
    }
    /** @param {any} row */
    const difference = (row) => {
        if (!open) return row.difference
        const counted = countedOf(row)
        return counted === null ? null : { amount: counted - row.expected.amount, currency }
    }
    const cash = data.methods.find((/** @type {any} */ row) => row.method === 'cash')
    return html`<${Dialog} title=${title} wide onClose=${onClose} footer=${html`
            <${Button} icon="download" onClick=${takings.save}>${say('takings')}<//>
            ${open && data.methods.length > 0 && html`<${Button} kind="primary" disabled=${missing} onClick=${() => setAsks('close')}>${say('closeDay')}<//>`}
            ${!open && session().role === 'admin' && html`<${Button} kind="danger" onClick=${() => setAsks('reopen')}>${say('reopen')}<//>`}`}>
        ${!open && html`<p class="notice good row spread"><span>${say('closedAt', { at: dateTime(data.closed_at) })}</span><${Difference} value=${data.difference} /></p>`}
        ${data.methods.length === 0 ? html`<p class="muted">${say('nothingMoved')}</p>` : html`<${Table} caption=${say('expected')} hideCaption rows=${data.methods} id=${(/** @type {any} */ row) => row.method} columns=${[
            { key: 'method', label: say('method'), render: (/** @type {any} */ row) => html`<strong>${say(row.method)}</strong>` },
            { key: 'received', label: say('received'), align: wide('end'), render: (/** @type {any} */ row) => money(row.received) },
            { key: 'refunded', label: say('refunded'), align: wide('end'), render: (/** @type {any} */ row) => money(row.refunded) },
            { key: 'expected', label: say('expected'), align: 'end', render: (/** @type {any} */ row) => money(row.expected) },
            { key: 'counted', label: say('counted'), align: 'end', render: (/** @type {any} */ row) => (!open ? money(row.counted) : row.method === 'cash' && countsPieces ? money({ amount: countedOf(row) || 0, currency })
                : html`<div class="money-amount"><${MoneyInput} aria-label=${`${say('counted')}: ${say(row.method)}`} currency=${currency} value=${typed[row.method] ?? null} onChange=${(/** @type {number|null} */ amount) => setTyped({ ...typed, [row.method]: amount })} /></div>`) },
            { key: 'difference', label: say('difference'), align: 'end', render: (/** @type {any} */ row) => html`<${Difference} value=${difference(row)} />` },
        ]} footer=${html`<tr><td><strong>${say('total')}</strong></td><td class="money-wide-only"></td><td class="money-wide-only"></td><td class="end"><strong>${money(data.expected)}</strong></td><td class="end">${data.counted ? money(data.counted) : ''}</td><td></td></tr>`} />`}
        ${open && cash && html`<section class="stack"><h3>${say('countCash')}</h3><${CashCount} currency=${currency} pieces=${pieces} onPieces=${setPieces} float=${float} onFloat=${setFloat} /></section>`}
        <${Cashiers} takings=${takings} currency=${currency} />
        ${asks === 'close' && html`<${Confirm} title=${say('closeTitle', { date: date(day), number: drawer })} text=${say('closeText')} confirm=${say('closeDay')} onClose=${() => setAsks('')} onConfirm=${close}>
            <ul class="bare money-list">${data.methods.map((/** @type {any} */ row) => html`<li key=${row.method}><span>${say(row.method)}</span><span class="row"><span class="number">${money({ amount: countedOf(row) || 0, currency })}</span><${Difference} value=${difference(row)} /></span></li>`)}</ul><//>`}
        ${asks === 'reopen' && html`<${Confirm} title=${say('reopenTitle')} text=${say('reopenText')} confirm=${say('reopen')} danger onClose=${() => setAsks('')} onConfirm=${reopen} />`}<//>`
}

