/** A slow phone: its window, processor and line, and nothing that it has kept from before. */
import { chromium, devices, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright'

import { browserFlags, ensureBrowser } from '@/tests/setup/browser'

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

export type Phone = { context: BrowserContext; page: Page; session: CDPSession }

/** Bytes a second, of so many kbit. */
const kbit = (n: number) => (n * 1024) / 8

/**
 * Slow 4G as Lighthouse and Chromium's own tools apply it: 150 ms there and back, 1.6 Mbit/s down and 750 kbit/s up.
 * The protocol delays answers alone and knows nothing of connections, so that a request waits for 3.75 times the way
 * and the line gives 0.9 of what it could.
 */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: kbit(1.6 * 1024 * 0.9),
  uploadThroughput: kbit(750 * 0.9),
}
const cpuRate = 4

/** The browser that all phones are windows of. It finds no host but this machine. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureBrowser(),
    args: [...browserFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
    // Whoever measures has more to end than the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

type Options = {
  /** Cookies and stores of somebody who was here before. */
  state?: State
  /** What addresses without a host are on. */
  baseURL?: string
  /** False leaves the line as quick as the machine is. */
  slowLine?: boolean
  /** False leaves the processor as quick as the machine's, too. */
  slowProcessor?: boolean
}

/** Opens an empty page in a profile of its own; whoever asks for it closes the context. */
export async function openPhone(
  browser: Browser,
  { state, baseURL, slowLine = true, slowProcessor = true }: Options = {},
): Promise<Phone> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    ...(state && { storageState: state }),
    ...(baseURL && { baseURL }),
  })
  // What runs these files names the functions in them by a helper, which a page does not have.
  await context.addInitScript('globalThis.__name ??= (value) => value')
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (slowLine) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
  }
  if (slowProcessor) await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  return { context, page, session }
}
