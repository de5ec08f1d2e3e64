// The types of the vendored library, as far as the console uses them.
type Setter<T> = (next: T | ((before: T) => T)) => void
export function html(strings: TemplateStringsArray, ...values: any[]): any
export function h(type: any, props?: any, ...children: any[]): any
export function render(node: any, parent: Element): void
export class Component { constructor(props?: any); props: any; state: any; setState(next: any): void; forceUpdate(): void }
export function createContext<T>(value: T): any
export function useState<T>(first: T | (() => T)): [T, Setter<T>]
export function useEffect(run: () => any, inputs?: any[]): void
export function useLayoutEffect(run: () => any, inputs?: any[]): void
export function useMemo<T>(make: () => T, inputs: any[]): T
export function useCallback<T extends Function>(run: T, inputs: any[]): T
export function useRef<T>(first: T): { current: T }
export function useReducer<S, A>(reduce: (state: S, action: A) => S, first: S): [S, (action: A) => void]
export function useContext(context: any): any
export function useErrorBoundary(): [any, () => void]
