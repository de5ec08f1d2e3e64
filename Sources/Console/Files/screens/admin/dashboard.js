// The figures of the clinic: of one day, and of a period as charts.
import { get } from '../../core/api.js'
import { html, useState } from '../../core/dom.js'
import { addDays, date, money, number, percent, today } from '../../core/format.js'
import { useLoad } from '../../core/load.js'
import { Button, Card, DateInput, Failure, Field, Segmented, Select, Skeleton, useStyle } from '../../core/ui.js'
import { MoneyCharts, PeopleCharts, VisitCharts } from './dashcharts.js'
import { Payroll } from './payroll.js'
import { readFigures } from './figures.js'
import { say } from './dashwords.js'

/** @param {string} choice */
function daysOf(choice) {
    if (choice === 'last12') return { from: addDays(today(), -83), to: today(), by: /** @type {'week'} */ ('week') }
    if (choice === 'year') return { from: addDays(today(), -364), to: today(), by: /** @type {'month'} */ ('month') }
    return { from: addDays(today(), -27), to: today(), by: /** @type {'week'} */ ('week') }
}

export default function Dashboard() {
    useStyle('/console/screens/admin/admin.css')
    const [choice, setChoice] = useState('last12')
    const [period, setPeriod] = useState(daysOf('last12'))
    const [day, setDay] = useState(today())
    const now = useLoad(() => get('/admin/dashboard', { date: day }), [day])
    const figures = useLoad(() => readFigures(period), [JSON.stringify(period)])
    const pick = (/** @type {string} */ next) => {
        setChoice(next)
        if (next !== 'custom') setPeriod(daysOf(next))
    }
    const change = (/** @type {any} */ part) => setPeriod({ ...period, ...part })
    const tooLong = (Date.parse(period.to) - Date.parse(period.from)) / 86_400_000 > 396
    return html`<div class="screen-head"><h1>${say('title')}</h1><${Button} kind="quiet" onClick=${() => Promise.all([now.reload(), figures.reload()])}>${say('refresh')}<//></div>
        <div class="stack admin-dash">
            <section class="stack tight"><div class="row spread"><h2>${day === today() ? say('today') : date(day, 'full')}</h2>
                <${DateInput} aria-label=${say('day')} class="input" value=${day} max=${today()} onChange=${(/** @type {string} */ next) => next && setDay(next)} /></div>
                ${now.error ? html`<${Failure} error=${now.error} retry=${now.reload} />` : now.data ? html`<${Today} figures=${now.data} />` : html`<${Skeleton} rows=${2} />`}</section>
            <div class="admin-period"><${Field} label=${say('period')}><${Select} value=${choice} onChange=${pick} options=${['last4', 'last12', 'year', 'custom'].map((one) => ({ value: one, label: say(/** @type {any} */ (one)) }))} /><//>
                ${choice === 'custom' && html`<${Field} label=${say('from')} error=${tooLong && say('tooLong')}><${DateInput} value=${period.from} max=${period.to} onChange=${(/** @type {string} */ from) => from && change({ from })} /><//>
                    <${Field} label=${say('to')}><${DateInput} value=${period.to} min=${period.from} onChange=${(/** @type {string} */ to) => to && change({ to })} /><//>`}
                <div class="field"><span class="label">${say('by')}</span><div><${Segmented} label=${say('by')} value=${period.by} onChange=${(/** @type {any} */ by) => change({ by })} options=${[{ value: 'week', label: say('week') }, { value: 'month', label: say('month') }]} /></div></div></div>
            ${figures.error && html`<${Failure} error=${figures.error} retry=${figures.reload} />`}
            ${figures.data ? html`<${Summary} kpis=${figures.data.kpis} /><div class="admin-charts" aria-busy=${figures.loading}>
                <${MoneyCharts} figures=${figures.data} weeks=${now.data?.weeks} /><${VisitCharts} figures=${figures.data} /><${PeopleCharts} figures=${figures.data} />
                <${Card} class="admin-whole"><${Payroll} figures=${figures.data} /><//></div>` : !figures.error && html`<${Skeleton} rows=${10} />`}
        </div>`
}

/** A number with its name. @param {{label: string, value: any, note?: string, tone?: string}} props */
function Tile({ label, value, note, tone = '' }) {
    return html`<div class=${`admin-tile ${tone}`}><dt>${label}</dt><dd>${value}</dd>${note && html`<dd class="muted small">${note}</dd>`}</div>`
}

/** @param {{figures: any}} props */
function Today({ figures }) {
    const { today: now } = figures
    const counts = ['appointments', 'open', 'waiting', 'in_treatment', 'completed', 'no_shows', 'cancelled']
    const sums = ['production', 'collections', 'refunds', 'outstanding']
    return html`<dl class="admin-tiles">${counts.map((one) => html`<${Tile} key=${one} label=${say(/** @type {any} */ (one))} value=${number(now[one])} tone=${one === 'no_shows' && now[one] ? 'bad' : one === 'waiting' && now[one] ? 'warn' : ''} />`)}
            ${now.overrides > 0 && html`<${Tile} label=${say('overrides')} value=${number(now.overrides)} tone="warn" />`}
            ${sums.map((one) => html`<${Tile} key=${one} label=${say(/** @type {any} */ (one))} value=${money(now[one])} />`)}</dl>
        ${figures.pending_events > 0 && html`<p class="muted small">${say('pending', { count: figures.pending_events })}</p>`}`
}

/** @param {{kpis: any}} props */
function Summary({ kpis }) {
    const share = (/** @type {number|null|undefined} */ thousandths) => (thousandths === null || thousandths === undefined ? '–' : percent(thousandths / 1000))
    return html`<section class="stack tight"><h2>${say('thisPeriod', { from: date(kpis.from), to: date(kpis.to) })}</h2><dl class="admin-tiles">
        <${Tile} label=${say('production')} value=${money(kpis.production)} /><${Tile} label=${say('collections')} value=${money(kpis.collections)} /><${Tile} label=${say('rate')} value=${share(kpis.collection_rate)} />
        <${Tile} label=${say('appointments')} value=${number(kpis.appointments)} /><${Tile} label=${say('cancelRate')} value=${share(kpis.cancellation_rate)} note=${number(kpis.cancelled)} /><${Tile} label=${say('noShowRate')} value=${share(kpis.no_show_rate)} note=${number(kpis.no_shows)} />
        <${Tile} label=${say('chairUse')} value=${share(kpis.chair_use)} /><${Tile} label=${say('wait')} value=${kpis.average_wait_minutes === null || kpis.average_wait_minutes === undefined ? '–' : `${number(kpis.average_wait_minutes)} min`} />
        <${Tile} label=${say('refunds')} value=${money(kpis.refunds)} />${kpis.write_offs.amount > 0 && html`<${Tile} label=${say('write_offs')} value=${money(kpis.write_offs)} />`}${kpis.adjustments.amount > 0 && html`<${Tile} label=${say('adjustments')} value=${money(kpis.adjustments)} />`}${kpis.rounding.amount !== 0 && html`<${Tile} label=${say('rounding')} value=${money(kpis.rounding)} />`}</dl></section>`
}
