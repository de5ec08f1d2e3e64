// The server's own description (OpenAPI 3.1), and how its parts are found.

/**
 * @typedef {{id: string, method: string, path: string, tag: string, summary: string, raw: any, text: string}} Operation
 * `text`: what the search looks through
 */

/** @type {Promise<{tags: {name: string, description: string, operations: Operation[]}[], operations: Map<string, Operation>, components: any}>|null} */
let loading = null

/** The description; it is read once. */
export function description() {
    loading ||= read().catch((error) => {
        loading = null
        throw error
    })
    return loading
}

async function read() {
    const response = await fetch('/openapi.json')
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    const { paths, tags, components } = await response.json()
    /** @type {Map<string, Operation>} */
    const operations = new Map()
    for (const [path, methods] of Object.entries(paths)) {
        for (const [method, raw] of Object.entries(methods)) {
            if (!raw.operationId || operations.has(raw.operationId)) continue
            const text = `${raw.operationId} ${raw.summary} ${method} ${path}`.toLowerCase()
            operations.set(raw.operationId, { id: raw.operationId, method, path, tag: raw.tags[0], summary: raw.summary, raw, text })
        }
    }
    const all = [...operations.values()]
    return {
        operations, components,
        tags: tags.map((/** @type {any} */ tag) => ({ ...tag, operations: all.filter((one) => one.tag === tag.name) })).filter((/** @type {any} */ tag) => tag.operations.length),
    }
}

/**
 * What a reference names.
 * @param {any} part
 * @param {any} components
 * @returns {any}
 */
export function resolve(part, components) {
    let found = part
    for (let depth = 0; found?.$ref && depth < 8; depth++) {
        const [kind, name] = found.$ref.split('/').slice(-2)
        found = { ...components[kind]?.[name], ...(found.description ? { description: found.description } : {}) }
    }
    return found
}

/**
 * A type in words, such as `array of string (date)`.
 * @param {any} schema
 * @param {any} components
 * @returns {string}
 */
export function typeText(schema, components) {
    const found = resolve(schema, components) || {}
    const kinds = [found.type].flat().filter(Boolean)
    const options = found.oneOf || found.anyOf
    if (options) return options.map((/** @type {any} */ one) => typeText(one, components)).join(' | ')
    if (kinds.includes('array')) return `array of ${typeText(found.items, components)}${kinds.includes('null') ? ' | null' : ''}`
    const limits = [
        found.enum && found.enum.map((/** @type {any} */ one) => JSON.stringify(one)).join(', '), found.format, found.minimum !== undefined && `≥ ${found.minimum}`, found.maximum !== undefined && `≤ ${found.maximum}`,
        found.maxLength !== undefined && `≤ ${found.maxLength} characters`, found.const !== undefined && JSON.stringify(found.const),
    ].filter(Boolean)
    return `${kinds.join(' | ') || 'any'}${limits.length ? ` (${limits.join(', ')})` : ''}`
}

/**
 * The members of an object, also of one that is made of several.
 * @param {any} schema
 * @param {any} components
 * @returns {{name: string, schema: any, required: boolean}[]}
 */
export function members(schema, components) {
    const found = resolve(schema, components) || {}
    if (found.items) return members(found.items, components)
    const own = Object.entries(found.properties || {}).map(([name, one]) => ({ name, schema: one, required: (found.required || []).includes(name) }))
    for (const part of found.allOf || found.oneOf || found.anyOf || []) for (const one of members(part, components)) if (!own.some((other) => other.name === one.name)) own.push(one)
    return own
}
