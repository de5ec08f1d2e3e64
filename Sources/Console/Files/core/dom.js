// The only module that imports the library for rendering.
export {
    html, h, render, Component, createContext, useState, useEffect, useLayoutEffect, useMemo, useCallback, useRef,
    useReducer, useContext, useErrorBoundary,
} from '/console/vendor/preact.js'
