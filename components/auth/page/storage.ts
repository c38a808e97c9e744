/** The sentence that the specification fixes for a browser without storage. */
export const noStorage =
  'The browser you are using does not support Web Storage. Please try again in a different browser.'

export function hasStorage(): boolean {
  try {
    for (const store of [localStorage, sessionStorage]) {
      store.setItem('unhurried-probe', '1')
      store.removeItem('unhurried-probe')
    }
    return true
  } catch {
    return false
  }
}
