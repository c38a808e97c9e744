import { useSyncExternalStore } from 'react'

/** Text that a visitor stored on this device by pressing a button. */
type Tool = 'card' | 'score'
const keyOf = (tool: Tool) => `unhurried-${tool}`

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStoredText(tool: Tool): string | null {
  try {
    return localStorage.getItem(keyOf(tool))
  } catch {
    return null
  }
}

export const useStoredText = (tool: Tool): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readStoredText(tool),
    () => null,
  )

/** Stores a text; null removes it. @returns false if storage is full or missing */
export function writeStoredText(tool: Tool, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(keyOf(tool))
    else localStorage.setItem(keyOf(tool), text)
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}
