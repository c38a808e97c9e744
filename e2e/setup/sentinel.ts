import type { BrowserContext, Page } from 'playwright/test'

/** What came of hostile texts, each with the page or frame in which it did. */
export type Caught = { where: string; what: string }

/** Runs before anything of a page: whatever a text could run says so. */
function listen() {
  const tell = (what: string) => void (window as unknown as { __caught(what: string): void }).__caught(what)
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
    Object.defineProperty(window, name, { value: () => tell(name), configurable: true, writable: true })
  }
  Object.defineProperty(window, '__hit', {
    set() {
      tell('a mark on the window')
    },
  })
  const log = console.log.bind(console)
  console.log = (...said: unknown[]) => {
    if (said[0] === 'hit') tell('a message')
    log(...said)
  }
}

/**
 * Watches every page of a context, and lets none of them reach another host: what runs, and what is asked of others.
 * @param ours origins that may be asked
 */
export async function watch(context: BrowserContext, ours: readonly string[]): Promise<Caught[]> {
  const caught: Caught[] = []
  await context.exposeBinding('__caught', ({ frame }, what: string) => {
    caught.push({ where: frame.url(), what })
  })
  await context.addInitScript(listen)
  await context.route(
    ({ protocol, origin }) => /^(https?|wss?|ftp):$/.test(protocol) && !ours.includes(origin),
    (route) => {
      const request = route.request()
      caught.push({ where: request.frame().url(), what: `asks ${request.url()}` })
      return route.abort()
    },
  )
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      caught.push({ where: page.url(), what: dialog.type() })
      void dialog.dismiss()
    })
  })
  return caught
}

/** What waits in a page to be pressed, or to happen: handlers, and addresses that run something. */
export function traces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOwn = (name: string, value: string) =>
      // Of the sign-in widget.
      (name === 'onsubmit' && value === 'return false;') || value === 'javascript:void(0)'
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => {
          if (isOwn(name, value)) return false
          const runs = /^(href|xlink:href|src|action|formaction|data|srcdoc)$/i.test(name)
          // oxlint-disable-next-line no-control-regex -- browsers pass over them, so a scheme may hide behind them
          const address = value.replace(/[\u0000-\u0020]/g, '')
          return /^on/i.test(name) || (runs && /^(javascript:|vbscript:|data:(?!,?$|image\/))/i.test(address))
        })
        .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 80)}`),
    )
  })
}
