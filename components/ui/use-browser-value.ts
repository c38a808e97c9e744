import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** A value that only the browser knows, and that never changes. @param onServer the value until then */
export const useBrowserValue = <Value>(read: () => Value, onServer: Value): Value =>
  useSyncExternalStore(subscribe, read, () => onServer)
