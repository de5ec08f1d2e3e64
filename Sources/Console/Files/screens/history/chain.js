// Checks the proof of an event as ops/provable-history.md says, in the browser.

/** @param {string} hex */
const bytes = (hex) => new Uint8Array((hex.match(/../g) || []).map((pair) => parseInt(pair, 16)))
/** @param {ArrayBuffer|Uint8Array} data */
const hexOf = (data) => [...new Uint8Array(data)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 of two hashes, one after the other. @param {string} first @param {string} second */
async function link(first, second) {
    return hexOf(await crypto.subtle.digest('SHA-256', bytes(first + second)))
}

/**
 * A DER signature of ECDSA as the two numbers that browsers take, 32 bytes each.
 * @param {Uint8Array} der
 */
export function plainSignature(der) {
    const plain = new Uint8Array(64)
    let at = 2 + (der[1] & 0x80 ? der[1] & 0x7f : 0)
    for (const half of [0, 1]) {
        const length = der[at + 1]
        const number = der.slice(at + 2, at + 2 + length)
        const digits = number.slice(Math.max(0, number.length - 32))
        plain.set(digits, half * 32 + 32 - digits.length)
        at += 2 + length
    }
    return plain
}

/** @param {any} head @param {string} pem */
async function signatureHolds(head, pem) {
    const der = Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (letter) => letter.charCodeAt(0))
    const key = await crypto.subtle.importKey('spki', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    const signed = new TextEncoder().encode(`chairside chain head 1\n${head.clinic_id}\n${head.position}\n${head.hash}\n${head.signed_at}\n`)
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, plainSignature(bytes(head.signature)), signed)
}

/**
 * @param {any} proof the server's answer
 * @returns {Promise<{event: boolean, path: boolean, signature: boolean|null}>} `signature` is null if there is no key
 */
export async function checkProof(proof) {
    const event = (await link(proof.previous_hash, proof.digest)) === proof.hash
    let hash = proof.hash
    for (const digest of proof.path) hash = await link(hash, digest)
    const path = hash === proof.head.hash && proof.head.position === proof.position + proof.path.length
    return { event, path, signature: proof.public_key ? await signatureHolds(proof.head, proof.public_key) : null }
}
