/**
 * Test files of a project share their process, because reloading the libraries takes longer than most tests. Each
 * file gets our own modules, state and settings afresh, and an empty page.
 */
import { afterEach, vi } from 'vitest'

const scope = globalThis as {
  unhurried?: object
  settingsOfRun?: Record<string, string | undefined>
  windowListeners?: Parameters<typeof addEventListener>[]
  observers?: MutationObserver[]
}

vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
delete scope.unhurried

scope.settingsOfRun ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in scope.settingsOfRun)) delete process.env[name]
Object.assign(process.env, scope.settingsOfRun)

/** Ends what an earlier file's modules still listen to, and records what this file's do. */
function endEarlierPage(): void {
  if (!scope.windowListeners || !scope.observers) {
    const add = addEventListener
    window.addEventListener = (...listener: Parameters<typeof add>) => {
      scope.windowListeners?.push(listener)
      add(...listener)
    }
    const { observe } = MutationObserver.prototype
    MutationObserver.prototype.observe = function (...target) {
      scope.observers?.push(this)
      observe.apply(this, target)
    }
  }
  for (const listener of scope.windowListeners ?? []) removeEventListener(...listener)
  for (const observer of scope.observers ?? []) observer.disconnect()
  scope.windowListeners = []
  scope.observers = []
}

function emptyPage(): void {
  for (const element of [document.documentElement, document.head, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', 'http://localhost:3000/')
}

if (typeof document !== 'undefined') {
  endEarlierPage()
  emptyPage()
  const { cleanup } = await import('@testing-library/react')
  afterEach(cleanup)
}
