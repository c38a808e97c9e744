/** Why the browser stores nothing for this site, and how sign-in goes on without. */
const isQuotaError = (cause: unknown) => cause instanceof DOMException && /QuotaExceeded|QUOTA_REACHED/.test(cause.name)

const isSecurityError = (cause: unknown) => cause instanceof DOMException && cause.name === 'SecurityError'

/** Room for a few entries of the widget. */
const probe = '1'.repeat(1024)

/** What refuses a write, or null. */
function refusalOf(store: Storage): unknown {
  try {
    store.setItem('unhurried-probe', probe)
    store.removeItem('unhurried-probe')
    return null
  } catch (cause) {
    return cause
  }
}

/** `blocked` by the browser's settings, `full`, `missing` for other failures, or null. */
export function storageProblem(): 'blocked' | 'full' | 'missing' | null {
  try {
    const stores = [localStorage, sessionStorage]
    const refusals = stores.map(refusalOf).filter((cause) => cause !== null)
    const [cause] = refusals
    if (cause === undefined) return null
    // Two empty stores without room are a browser's way to have none.
    const isUsed = refusals.length < stores.length || stores.some(({ length }) => length > 0)
    if (isQuotaError(cause) && isUsed) return 'full'
    return isSecurityError(cause) ? 'blocked' : 'missing'
  } catch (cause) {
    return isSecurityError(cause) ? 'blocked' : 'missing'
  }
}

/** Stores what does not fit into `localStorage` for this tab only, so that the widget works until the next page. */
export function overflowToTab() {
  const { setItem, getItem, removeItem } = Storage.prototype
  Object.assign(Storage.prototype, {
    setItem(this: Storage, key: string, value: string) {
      try {
        setItem.call(this, key, value)
      } catch (cause) {
        if (!isQuotaError(cause) || this !== localStorage) throw cause
        setItem.call(sessionStorage, key, value)
      }
    },
    getItem(this: Storage, key: string) {
      return getItem.call(this, key) ?? (this === localStorage ? getItem.call(sessionStorage, key) : null)
    },
    removeItem(this: Storage, key: string) {
      removeItem.call(this, key)
      if (this === localStorage) removeItem.call(sessionStorage, key)
    },
  })
}
