import type { BrowserContext, Page } from 'playwright/test'

/** Something that a hostile text ran or requested, and the page or frame. */
export type Caught = { where: string; what: string }

/** Runs before the page's scripts, and reports everything that a text could run. */
function listen() {
  const report = (what: string) => void (window as unknown as { __caught(what: string): void }).__caught(what)
  for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
    Object.defineProperty(window, name, { value: () => report(name), configurable: true, writable: true })
  }
  Object.defineProperty(window, '__hit', {
    set() {
      report('a mark on the window')
    },
  })
  const log = console.log.bind(console)
  console.log = (...values: unknown[]) => {
    if (values[0] === 'hit') report('a message')
    log(...values)
  }
}

/**
 * Records injected code and blocks requests to other origins, in every page of a context.
 * @param ours allowed origins
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

/** Inline handlers and addresses that would run code. */
export function traces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOwn = (name: string, value: string) =>
      // Set by the sign-in widget.
      (name === 'onsubmit' && value === 'return false;') || value === 'javascript:void(0)'
    return [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => {
          if (isOwn(name, value)) return false
          const runs = /^(href|xlink:href|src|action|formaction|data|srcdoc)$/i.test(name)
          // oxlint-disable-next-line no-control-regex -- browsers ignore them in schemes
          const address = value.replace(/[\u0000-\u0020]/g, '')
          return /^on/i.test(name) || (runs && /^(javascript:|vbscript:|data:(?!,?$|image\/))/i.test(address))
        })
        .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 80)}`),
    )
  })
}
