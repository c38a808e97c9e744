type StorageKind = 'localStorage' | 'sessionStorage'
type Fields = Record<string, unknown>

export const hourMs = 3600_000

export function parseObject(text: string | null): Fields | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' ? (value as Fields | null) : null
  } catch {
    return null
  }
}

/** A stored object. Null if there is none, if it is malformed, or if storage is blocked. */
export function readStored(kind: StorageKind, key: string): Fields | null {
  try {
    return parseObject(window[kind].getItem(key))
  } catch {
    return null
  }
}

/** Stores an object; null removes it. @returns false if storage is blocked or full */
export function writeStored(kind: StorageKind, key: string, value: object | null): boolean {
  try {
    if (value) window[kind].setItem(key, JSON.stringify(value))
    else window[kind].removeItem(key)
    return true
  } catch {
    return false
  }
}

export const writeForAnHour = (kind: StorageKind, key: string, value: object | null) =>
  writeStored(kind, key, value && { ...value, at: Date.now() })

/** Like `readStored`, and removes an object that is older than an hour. */
export function readFromLastHour(kind: StorageKind, key: string): Fields | null {
  const value = readStored(kind, key)
  const age = typeof value?.at === 'number' ? Date.now() - value.at : -1
  if (age >= 0 && age < hourMs) return value
  writeStored(kind, key, null)
  return null
}
