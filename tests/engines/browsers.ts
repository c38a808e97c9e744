/** Two browser engines behind one small interface. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { launch } from 'puppeteer-core'
import { Builder, Capabilities, Key, type WebElement } from 'selenium-webdriver'
import { expect, vi } from 'vitest'
import { freePort } from '@/local/ports'
import { firefoxPath, webkitPath } from '@/tests/setup/engines'

const keys = { Escape: Key.ESCAPE, Tab: Key.TAB, Enter: Key.ENTER }

/** Runs in the page, so it uses nothing but its arguments and the page. */
type PageFunction<Args extends unknown[], Result> = (...args: Args) => Result

export type Browser = {
  open(url: string): Promise<void>
  run<Args extends unknown[], Result>(fn: PageFunction<Args, Result>, ...args: Args): Promise<Awaited<Result>>
  /** Presses the first visible element with this selector and name. Waits for it. */
  press(selector: string, name?: RegExp): Promise<void>
  /** Types into the first visible element with this selector. Waits for it. */
  type(selector: string, text: string): Promise<void>
  key(name: keyof typeof keys): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Uint8Array>
  /** Prints the page, if the driver can. */
  pdf?(): Promise<Uint8Array>
  close(): Promise<void>
}
type Options = { scripts?: boolean }
export type Engine = { name: string; path: string | undefined; start(options?: Options): Promise<Browser> }

function findVisible(selector: string, name: string, flags: string): HTMLElement | undefined {
  const named = new RegExp(name, flags)
  return [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      element.checkVisibility() &&
      !element.matches(':disabled') &&
      named.test((element.ariaLabel ?? element.textContent ?? '').trim()),
  )
}

type Operable = { click(): Promise<void>; type(text: string): Promise<void> }

/** Actions that wait until the element is there, and try again if the page is replaced meanwhile. */
function actions(find: (selector: string, name: string, flags: string) => Promise<Operable | null>) {
  const onceThere = (selector: string, name: RegExp, act: (element: Operable) => Promise<void>) =>
    expect
      .poll(
        async () => {
          const element = await find(selector, name.source, name.flags)
          if (!element) return 'missing'
          await act(element)
          return 'done'
        },
        { message: `${selector} ${name}` },
      )
      .toBe('done')
  return {
    press: (selector: string, name = /./) => onceThere(selector, name, (element) => element.click()),
    type: (selector: string, text: string) => onceThere(selector, /^/, (element) => element.type(text)),
  }
}

async function startFirefox(executablePath: string, scripts: boolean): Promise<Browser> {
  const own = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'javascript.enabled': scripts },
  })
  const page = await own.newPage()
  return {
    open: async (url) => void (await page.goto(url)),
    run: (fn, ...args) => page.evaluate(fn as (...args: unknown[]) => unknown, ...args) as never,
    ...actions(async (...wanted) => {
      const element = (await page.evaluateHandle(findVisible, ...wanted)).asElement()
      if (!element || scripts) return element
      // Puppeteer scrolls to an element with an observer, which never reports without scripts.
      const click = () => element.focus().then(() => page.keyboard.press('Enter'))
      return { click, type: (text) => element.type(text) }
    }),
    key: (name) => page.keyboard.press(name),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: () => page.screenshot(),
    pdf: () => page.pdf(),
    close: () => own.close(),
  }
}

/** An invisible screen; the server picks a free number. */
async function startScreen() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(server.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer]
  return { display: `:${number.toString().trim()}`, stop: () => server.kill() }
}

async function startWebKit(binary: string, scripts: boolean): Promise<Browser> {
  const screen = await startScreen()
  const server = `http://127.0.0.1:${await freePort()}`
  const driver = spawn('WebKitWebDriver', [`--port=${new URL(server).port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, GDK_BACKEND: 'x11' },
  })
  await vi.waitFor(() => fetch(`${server}/status`), { timeout: 15_000 })
  const args = ['--automation', `--enable-javascript=${scripts}`]
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args } })
  const web = await new Builder().usingServer(server).withCapabilities(capabilities).build()
  const run = (fn: unknown, ...args: unknown[]) => web.executeScript(`return (${String(fn)})(...arguments)`, ...args)
  return {
    open: (url) => web.get(url),
    run: (fn, ...args) => run(fn, ...args) as never,
    ...actions(async (...wanted) => {
      const element = (await run(findVisible, ...wanted)) as WebElement | null
      // The driver takes some visible elements of pages from right to left for hidden.
      const press = async () => void (await run((each: HTMLElement) => each.click(), element))
      return element && { click: () => element.click().catch(press), type: (text) => element.sendKeys(text) }
    }),
    key: async (name) => (await web.switchTo().activeElement()).sendKeys(keys[name]),
    resize: async (width, height) => void (await web.manage().window().setRect({ width, height, x: 0, y: 0 })),
    screenshot: async () => Buffer.from(await web.takeScreenshot(), 'base64'),
    async close() {
      await web.quit()
      driver.kill()
      screen.stop()
    },
  }
}

/** The engines, with the path of each if it is installed. */
export function engines(): Engine[] {
  const firefox = firefoxPath()
  const webkit = webkitPath()
  return [
    { name: 'Firefox', path: firefox, start: ({ scripts = true } = {}) => startFirefox(firefox ?? '', scripts) },
    { name: 'WebKit', path: webkit, start: ({ scripts = true } = {}) => startWebKit(webkit ?? '', scripts) },
  ]
}
