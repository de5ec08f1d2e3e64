import { exponent } from '../../core/format.js'

/** Notes and coins in use, in whole units of the currency. @type {Record<string, {notes: number[], coins: number[]}>} */
const known = {
    EUR: { notes: [500, 200, 100, 50, 20, 10, 5], coins: [2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01] },
    USD: { notes: [100, 50, 20, 10, 5, 2, 1], coins: [1, 0.5, 0.25, 0.1, 0.05, 0.01] },
    GBP: { notes: [50, 20, 10, 5], coins: [2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01] },
    CHF: { notes: [1000, 200, 100, 50, 20, 10], coins: [5, 2, 1, 0.5, 0.2, 0.1, 0.05] },
    CAD: { notes: [100, 50, 20, 10, 5], coins: [2, 1, 0.25, 0.1, 0.05] },
    AUD: { notes: [100, 50, 20, 10, 5], coins: [2, 1, 0.5, 0.2, 0.1, 0.05] },
    NZD: { notes: [100, 50, 20, 10, 5], coins: [2, 1, 0.5, 0.2, 0.1] },
    SEK: { notes: [1000, 500, 200, 100, 50, 20], coins: [10, 5, 2, 1] },
    NOK: { notes: [1000, 500, 200, 100, 50], coins: [20, 10, 5, 1] },
    DKK: { notes: [1000, 500, 200, 100, 50], coins: [20, 10, 5, 2, 1, 0.5] },
    PLN: { notes: [500, 200, 100, 50, 20, 10], coins: [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01] },
    CZK: { notes: [5000, 2000, 1000, 500, 200, 100], coins: [50, 20, 10, 5, 2, 1] },
    HUF: { notes: [20000, 10000, 5000, 2000, 1000, 500], coins: [200, 100, 50, 20, 10, 5] },
    JPY: { notes: [10000, 5000, 2000, 1000], coins: [500, 100, 50, 10, 5, 1] },
    MXN: { notes: [1000, 500, 200, 100, 50, 20], coins: [20, 10, 5, 2, 1, 0.5] },
    BRL: { notes: [200, 100, 50, 20, 10, 5, 2], coins: [1, 0.5, 0.25, 0.1, 0.05] },
    TRY: { notes: [200, 100, 50, 20, 10, 5], coins: [5, 1, 0.5, 0.25, 0.1] },
    INR: { notes: [500, 200, 100, 50, 20, 10], coins: [20, 10, 5, 2, 1] },
    KWD: { notes: [20, 10, 5, 1, 0.5, 0.25], coins: [0.1, 0.05, 0.02, 0.01, 0.005] },
}

/**
 * Notes and coins of a currency in minor units, the largest first.
 * @param {string} currency
 * @returns {{notes: number[], coins: number[]}}
 */
export function denominations(currency) {
    const unit = 10 ** exponent(currency)
    const found = known[currency]
    const minor = (/** @type {number[]} */ list) => list.map((one) => Math.round(one * unit)).filter((one) => one > 0)
    if (found) return { notes: minor(found.notes), coins: minor(found.coins) }
    const steps = [1, 2, 5]
    const coins = [...Array(exponent(currency)).keys()].flatMap((power) => steps.map((step) => step * 10 ** power))
    return { notes: minor([1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]), coins: coins.reverse() }
}
