/** Runs an inline script of the page's head; what it listens to ends with the test, as it ends with a page. */
import { runInThisContext } from 'node:vm'
import { vi } from 'vitest'

const stops: (() => void)[] = []

export function runPageScript(script: string): void {
  for (const target of [window, document]) {
    const add = target.addEventListener.bind(target)
    vi.spyOn(target, 'addEventListener').mockImplementation((type: string, listener: unknown, options?: unknown) => {
      const given = [type, listener as EventListener, options as AddEventListenerOptions | undefined] as const
      add(...given)
      stops.push(() => target.removeEventListener(...given))
    })
  }
  // It begins in a page that has been parsed and still waits for its files.
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
  runInThisContext(script)
  state.mockRestore()
}

export function endPage(): void {
  for (const stop of stops.splice(0)) stop()
}
