// The part of the vendored file that the page uses.
export type Node = any;
export type Setter<T> = (value: T | ((before: T) => T)) => void;
export function html(strings: TemplateStringsArray, ...values: any[]): Node;
export function render(node: Node, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, Setter<T>];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs: readonly unknown[]): T;
export function useErrorBoundary(callback?: (error: any) => void): [any, () => void];
