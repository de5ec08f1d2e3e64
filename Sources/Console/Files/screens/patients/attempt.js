import { Problem } from '../../core/api.js'
import { useRef } from '../../core/dom.js'
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

/**
 * Sends requests that a person may send again after a lost answer: the same content keeps its key, so that it has one
 * effect. After an answer, also a refusal, the same content is a new request.
 * @returns {<T>(content: any, request: (key: string) => Promise<T>) => Promise<T>}
 */
export function useOnce() {
    const kept = useRef({ of: '', key: '' })
    return async (content, request) => {
        const text = JSON.stringify(content)
        if (kept.current.of !== text) kept.current = { of: text, key: crypto.randomUUID() }
        try {
            const answer = await request(kept.current.key)
            kept.current = { of: '', key: '' }
            return answer
        } catch (error) {
            if (error instanceof Problem && error.status < 500) kept.current = { of: '', key: '' }
            throw error
        }
    }
}
