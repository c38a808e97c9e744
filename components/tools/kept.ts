import { useSyncExternalStore } from 'react'

/** What a visitor asked a tool to keep on this device. Nothing is stored before they press the button. */
type Tool = 'card' | 'score'
const keyOf = (tool: Tool) => `unhurried-${tool}`

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readKept(tool: Tool): string | null {
  try {
    return localStorage.getItem(keyOf(tool))
  } catch {
    return null
  }
}

/** The kept text; null if nothing was kept, or if this browser stores nothing. */
export const useKept = (tool: Tool): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readKept(tool),
    () => null,
  )

/** Stores a text, or removes it if it is null. @returns false if this browser stores nothing */
export function writeKept(tool: Tool, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(keyOf(tool))
    else localStorage.setItem(keyOf(tool), text)
  } catch {
    return false
  }
  for (const listener of listeners) listener()
  return true
}
