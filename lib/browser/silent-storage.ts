import 'client-only'
import { withTimeout } from './timeout'

/** The browser does not answer the identity SDK's database, as WebKit sometimes does. */
export const silentStorage = 'SilentStorage'

export const isStorageSilent = (cause: unknown): boolean => cause instanceof Error && cause.name === silentStorage

const probeAfterMs = 8_000
const probeMs = 2_000

/** Resolves if the SDK's database answers, also with an error. Creates it as the SDK would. */
function askDatabase(): Promise<void> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open('firebaseLocalStorageDb', 1)
      opening.addEventListener('upgradeneeded', () =>
        opening.result.createObjectStore('firebaseLocalStorage', { keyPath: 'fbase_key' }),
      )
      opening.addEventListener('error', () => resolve())
      opening.addEventListener('success', () => {
        const store = opening.result.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage')
        store.get('probe').addEventListener('success', () => {
          opening.result.close()
          resolve()
        })
      })
    } catch {
      resolve()
    }
  })
}

/**
 * Waits for what the SDK reads from its database.
 * @throws an error named `silentStorage` after ten seconds if the database does not answer, or after `ms`
 */
export function untilStorageIsSilent<T>(promise: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(Object.assign(new Error('The browser’s database does not answer.'), { name: silentStorage }))
    const timer = setTimeout(() => void withTimeout(askDatabase(), probeMs).catch(refuse), probeAfterMs)
    withTimeout(promise, ms)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
