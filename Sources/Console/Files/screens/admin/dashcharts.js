import { BarChart, ChartCard, LineChart, PartsBar } from '../../core/charts.js'
import { html } from '../../core/dom.js'
import { exponent, locale, money, month, number, percent } from '../../core/format.js'
import { session } from '../../core/session.js'
import { Card } from '../../core/ui.js'
import { download, saveLines } from './files.js'
import { periodName, slotsOf, splitBars } from './figures.js'
import { say } from './dashwords.js'

/** @typedef {Awaited<ReturnType<typeof import('./figures.js').readFigures>>} Figures */

const currency = () => session().clinic?.currency || 'EUR'
const sum = (/** @type {number} */ amount) => money({ amount, currency: currency() })
/** An amount in few letters, for an axis. @param {number} amount */
const shortSum = (amount) => new Intl.NumberFormat(locale(), { style: 'currency', currency: currency(), notation: 'compact', maximumFractionDigits: 1 }).format(amount / 10 ** exponent(currency()))
const whole = (/** @type {number} */ value) => number(value)

/** @param {{figures: Figures, weeks?: any[]}} props */
export function MoneyCharts({ figures, weeks }) {
    const { period, kpis } = figures
    const { slots } = figures
    const name = (/** @type {any} */ group) => ({ label: periodName(group.slot, period.by), values: group.values })
    const file = (/** @type {string} */ split) => () => download('/admin/kpis/bars.csv', { ...period, split }, `figures-${split}-${period.from}-${period.to}.csv`)
    const doctors = splitBars(figures.doctors, slots, (bar) => bar.production.amount, say('others'))
    const services = splitBars(figures.services, slots, (bar) => bar.production.amount, say('others'))
    const first = say(period.by)
    /** @type {import('../../core/charts.js').Series[]} */
    const moneySeries = [{ label: say('production'), tone: 'accent' }, { label: say('collections'), tone: 'good' }]
    const moneyGroups = (weeks || []).map((week) => ({ label: periodName(week.monday, 'week'), values: [week.production.amount, week.collections.amount] }))
    /** @type {Record<string, import('../../core/charts.js').Tone>} */
    const tones = { not_due: 'good', '1_to_30_days': 'info', '31_to_60_days': 'warn', '61_to_90_days': 'accent', over_90_days: 'bad' }
    const ages = kpis.receivables.map((/** @type {any} */ one) => ({ label: say(one.age), value: one.total.amount, tone: tones[one.age] || 'muted', note: say('invoices', { count: one.invoices }) }))
    /** @type {import('../../core/charts.js').Series[]} */
    const ageSeries = [{ label: say('amount'), tone: 'accent' }]
    return html`<${Card}><${ChartCard} title=${say('moneyTitle')} note=${say('moneyNote')} series=${moneySeries} groups=${moneyGroups} text=${sum} first=${say('week')}
            csv=${async () => saveLines([[say('week'), say('production'), say('collections')], ...(weeks || []).map((week) => [week.monday, week.production.amount, week.collections.amount])], 'production-collections.csv')}>
            <${BarChart} title=${say('moneyTitle')} series=${moneySeries} groups=${moneyGroups} text=${sum} axis=${shortSum} /><//><//>
        <${Card}><${ChartCard} title=${say('byDoctor')} note=${say('productionNote')} series=${doctors.series} groups=${doctors.groups.map(name)} text=${sum} first=${first} csv=${file('doctor')}>
            <${BarChart} title=${say('byDoctor')} stacked series=${doctors.series} groups=${doctors.groups.map(name)} text=${sum} axis=${shortSum} /><//><//>
        <${Card}><${ChartCard} title=${say('byService')} note=${say('productionNote')} series=${services.series} groups=${services.groups.map(name)} text=${sum} first=${first} csv=${file('service')}>
            <${BarChart} title=${say('byService')} stacked series=${services.series} groups=${services.groups.map(name)} text=${sum} axis=${shortSum} /><//><//>
        <${Card}><${ChartCard} title=${say('receivables')} note=${say('receivablesNote')} series=${ageSeries} groups=${ages.map((/** @type {any} */ one) => ({ label: one.label, values: [one.value] }))} text=${sum} first=${say('age')} csv=${() => download('/admin/reports/receivables.csv', {}, 'receivables.csv')}>
            <${PartsBar} title=${say('receivables')} parts=${ages} text=${sum} /><//><//>`
}

/** @param {{figures: Figures}} props */
export function VisitCharts({ figures }) {
    const { period, bars, kpis } = figures
    const { slots } = figures
    const first = say(period.by)
    const groups = (/** @type {(bar: any) => (number|null)[]} */ values, /** @type {(number|null)[]} */ none) => slots.map((slot) => ({ label: periodName(slot, period.by), values: bars.has(slot) ? values(bars.get(slot)) : none }))
    const file = () => download('/admin/kpis/bars.csv', { ...period, split: 'none' }, `figures-${period.from}-${period.to}.csv`)
    /** @type {import('../../core/charts.js').Series[]} */
    const visitSeries = [{ label: say('completed'), tone: 'good' }, { label: say('stillOpen'), tone: 'info' }, { label: say('no_shows'), tone: 'bad' }, { label: say('cancelled'), tone: 'muted' }]
    const visits = groups((bar) => [bar.completed, Math.max(0, bar.appointments - bar.completed - bar.no_shows), bar.no_shows, bar.cancelled], [0, 0, 0, 0])
    /** @type {import('../../core/charts.js').Series[]} */
    const rateSeries = [{ label: say('cancelRate'), tone: 'warn' }, { label: say('noShowRate'), tone: 'bad' }]
    const rates = groups((bar) => [bar.cancelled / Math.max(1, bar.appointments + bar.cancelled), bar.appointments ? bar.no_shows / bar.appointments : null], [null, null])
    /** @type {import('../../core/charts.js').Series[]} */
    const waitSeries = [{ label: say('minutes'), tone: 'accent' }]
    const waits = groups((bar) => [bar.average_wait_minutes ?? null], [null])
    /** @type {import('../../core/charts.js').Series[]} */
    const hourSeries = [{ label: say('hours'), tone: 'info' }]
    const hours = groups((bar) => [bar.booked_minutes / 60], [0])
    const minutes = (/** @type {number} */ value) => `${number(value)} min`
    const hour = (/** @type {number} */ value) => `${number(value)} h`
    return html`<${Card}><${ChartCard} title=${say('visits')} note=${say('visitsNote')} series=${visitSeries} groups=${visits} text=${whole} first=${first} csv=${file}>
            <${BarChart} title=${say('visits')} stacked whole series=${visitSeries} groups=${visits} text=${whole} /><//><//>
        <${Card}><${ChartCard} title=${say('rates')} note=${say('ratesNote')} series=${rateSeries} groups=${rates} text=${percent} first=${first} csv=${file}>
            <${LineChart} title=${say('rates')} series=${rateSeries} groups=${rates} text=${percent} /><//><//>
        <${Card}><${ChartCard} title=${say('waits')} note=${say('waitsNote')} series=${waitSeries} groups=${waits} text=${minutes} first=${first} csv=${file}>
            <${LineChart} title=${say('waits')} series=${waitSeries} groups=${waits} text=${minutes} whole /><//><//>
        <${Card}><${ChartCard} title=${say('chairs')} note=${say('chairsNote', { use: kpis.chair_use === null || kpis.chair_use === undefined ? '–' : percent(kpis.chair_use / 1000) })} series=${hourSeries} groups=${hours} text=${hour} first=${first} csv=${file}>
            <${BarChart} title=${say('chairs')} series=${hourSeries} groups=${hours} text=${hour} /><//><//>`
}

/** @param {{figures: Figures}} props */
export function PeopleCharts({ figures }) {
    const { period, refilled, newPatients } = figures
    const { slots } = figures
    /** @type {import('../../core/charts.js').Series[]} */
    const refillSeries = [{ label: say('count'), tone: 'good' }]
    const refills = slots.map((slot) => ({ label: periodName(slot, period.by), values: [refilled.get(slot) || 0] }))
    /** @type {import('../../core/charts.js').Series[]} */
    const newSeries = [{ label: say('registered'), tone: 'info' }, { label: say('seen'), tone: 'good' }]
    const months = slotsOf({ ...period, by: 'month', from: slots[0] > period.from ? slots[0] : period.from }).map((slot) => {
        const found = newPatients.find((one) => one.month === slot)
        return { label: month(slot), values: [found?.patients || 0, found?.seen || 0] }
    })
    return html`<${Card}><${ChartCard} title=${say('refilled')} note=${say('refilledNote')} series=${refillSeries} groups=${refills} text=${whole} first=${say(period.by)}
            csv=${async () => saveLines([[say(period.by), say('refilled')], ...slots.map((slot) => [slot, refilled.get(slot) || 0])], `refilled-${period.from}-${period.to}.csv`)}>
            <${BarChart} title=${say('refilled')} whole series=${refillSeries} groups=${refills} text=${whole} /><//><//>
        <${Card}><${ChartCard} title=${say('newPatients')} note=${say('newPatientsNote')} series=${newSeries} groups=${months} text=${whole} first=${say('month')} csv=${() => download('/admin/reports/new-patients.csv', { from: period.from, to: period.to }, `new-patients-${period.from}-${period.to}.csv`)}>
            <${BarChart} title=${say('newPatients')} whole series=${newSeries} groups=${months} text=${whole} /><//><//>`
}
