import { problemText, toast } from '../../core/ui.js'

/**
 * Runs a step of a menu; a failure is told in words.
 * @template T
 * @param {() => Promise<T>} run
 * @returns {Promise<T | undefined>}
 */
export async function attempt(run) {
    try {
        return await run()
    } catch (error) {
        toast(problemText(error), { tone: 'bad' })
        return undefined
    }
}
