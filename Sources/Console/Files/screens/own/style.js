/** Loads a style sheet. @param {string} address @returns {Promise<void>} when it is there, or cannot be had */
function load(address) {
    return new Promise((/** @type {(value?: any) => void} */ done) => {
        if (document.querySelector(`link[href="${address}"]`)) return done()
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = address
        link.onload = link.onerror = () => done()
        document.head.append(link)
    })
}

// A screen is drawn when its styles are there, so that nothing jumps.
await Promise.all(['/console/pages/pages.css', '/console/screens/own/own.css'].map(load))

export {}
