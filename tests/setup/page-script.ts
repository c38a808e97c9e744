/** Runs an inline script of the page's head. `endPage` removes its listeners, as leaving a page does. */
import { runInThisContext } from 'node:vm'
import { vi } from 'vitest'

const stops: (() => void)[] = []

export function runPageScript(script: string): void {
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
      const registration = [type, listener as EventListener, options as AddEventListenerOptions | undefined] as const
      add(...registration)
      stops.push(() => target.removeEventListener(...registration))
    })
  }
  // The page is parsed, but its files are still loading.
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  runInThisContext(script)
  state.mockRestore()
}

export function endPage(): void {
  for (const stop of stops.splice(0)) stop()
}
