// The takings of a day by the member of staff who recorded them, read from the same file that can be downloaded.
import { fetchRaw, get, problemOf, saveAs } from '../../core/api.js'
import { html } from '../../core/dom.js'
import { exponent, money, number } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { onForget, session } from '../../core/session.js'
import { Table } from '../../core/ui.js'
import { say } from './words.js'

/** Names of accounts, as the histories of payments tell them. @type {Map<string, string>} */
const names = new Map()
onForget(() => names.clear())

/** The lines of a CSV file (RFC 4180). @param {string} text @returns {string[][]} */
export function readCSV(text) {
    /** @type {string[][]} */
    const lines = []
    /** @type {string[]} */
    let line = []
    for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
        line.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
        if (end === ',') continue
        if (line.length > 1 || line[0]) lines.push(line)
        line = []
        if (!end) break
    }
    return lines
}

/** The file of a day's takings. @param {string} day @param {number} drawer */
async function fileOf(day, drawer) {
    const response = await fetchRaw(`/day-close/${day}/takings.csv?drawer=${drawer}`)
    if (!response.ok) throw await problemOf(response)
    return response.text()
}

/**
 * @param {string} day @param {number} drawer @param {any} version
 */
export function useTakings(day, drawer, version) {
    const { data } = useLoad(async () => {
        const [head, ...lines] = readCSV(await fileOf(day, drawer))
        const at = (/** @type {string} */ name) => head.indexOf(name)
        const entries = lines.map((line) => ({ method: line[at('method')], amount: Number(line[at('amount')]), account: line[at('account_id')] || '', number: line[at('number')] }))
        await nameAccounts([...new Set(entries.map((entry) => entry.account))].filter(Boolean), day)
        return entries
    }, [day, drawer, version])
    const save = async () => saveAs(new Blob([await fileOf(day, drawer)], { type: 'text/csv' }), `takings-${day}-${drawer}.csv`)
    return { entries: data || [], save }
}

/** Finds the names of accounts: a payment that each of them recorded tells it. @param {string[]} accounts @param {string} day */
async function nameAccounts(accounts, day) {
    const { me } = session()
    if (me) names.set(me.id, me.name)
    const unknown = accounts.filter((one) => !names.has(one))
    if (!unknown.length) return
    const { items } = await get('/payments', { from: day, to: day, limit: 200 })
    await Promise.all(unknown.map(async (account) => {
        const payment = items.find((/** @type {any} */ one) => one.received_by === account)
        const history = payment && (await get(`/payments/${payment.id}/history`).catch(() => null))
        const name = history?.items.find((/** @type {any} */ one) => one.account_id === account)?.name
        if (name) names.set(account, name)
    }))
}

/** @param {{takings: ReturnType<typeof useTakings>, currency: string}} props */
export function Cashiers({ takings, currency }) {
    /** @type {Map<string, {account: string, count: number, cash: number, other: number}>} */
    const groups = new Map()
    const unit = 10 ** exponent(currency)
    for (const entry of takings.entries) {
        const group = groups.get(entry.account) || { account: entry.account, count: 0, cash: 0, other: 0 }
        group.count++
        group[entry.method === 'cash' ? 'cash' : 'other'] += Math.round(entry.amount * unit)
        groups.set(entry.account, group)
    }
    if (!groups.size) return null
    const value = (/** @type {number} */ amount) => money({ amount, currency })
    return html`<section class="stack tight"><h3>${say('cashiers')}</h3><${Table} caption=${say('cashiers')} hideCaption rows=${[...groups.values()]} id=${(/** @type {any} */ row) => row.account} columns=${[
        { key: 'name', label: say('cashier'), render: (/** @type {any} */ row) => html`<bdi>${row.account ? names.get(row.account) || `${row.account.slice(0, 8)}…` : say('nobody')}</bdi>` },
        { key: 'count', label: say('payments'), align: 'end', render: (/** @type {any} */ row) => number(row.count) },
        { key: 'cash', label: say('cashIn'), align: 'end', render: (/** @type {any} */ row) => value(row.cash) },
        { key: 'other', label: say('otherIn'), align: 'end', render: (/** @type {any} */ row) => value(row.other) },
        { key: 'sum', label: say('total'), align: 'end', render: (/** @type {any} */ row) => html`<strong>${value(row.cash + row.other)}</strong>` },
    ]} /></section>`
}
