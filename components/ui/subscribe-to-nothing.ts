/** For `useSyncExternalStore`: a value that the browser knows and that never changes. */
export const subscribeToNothing = () => () => undefined
