import { h } from '../dom.js'

/**
 * The same element with more attributes; of several children the first gets them.
 * @param {any} children
 * @param {Record<string, any>} more
 */
export function cloneElementWith(children, more) {
    const list = Array.isArray(children) ? children : [children]
    const at = list.findIndex((child) => child && typeof child === 'object' && child.type)
    return list.map((child, index) => {
        if (index !== at) return child
        const defined = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined))
        return h(child.type, { key: child.key, ref: child.ref, ...child.props, ...defined })
    })
}
