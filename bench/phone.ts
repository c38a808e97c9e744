/** A slow phone with an empty profile, and what its browser reports about the network. */
import { chromium, devices, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright'
import { browserFlags, ensureBrowser } from '@/tests/setup/browser'

export type State = Awaited<ReturnType<BrowserContext['storageState']>>

export type Phone = { context: BrowserContext; page: Page; session: CDPSession }

/** Bytes a second. */
const kbit = (n: number) => (n * 1024) / 8

/**
 * Slow 4G as Lighthouse and Chromium's tools apply it: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. The protocol
 * delays answers only, so Lighthouse multiplies the latency by 3.75 and the throughput by 0.9.
 */
const slow4g = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: kbit(1.6 * 1024 * 0.9),
  uploadThroughput: kbit(750 * 0.9),
}
const cpuRate = 4

/** A browser that resolves no host but this machine. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureBrowser(),
    args: [...browserFlags, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

type Options = { state?: State; baseURL?: string; slowNetwork?: boolean; slowProcessor?: boolean }

/** Opens an empty page in a new profile; the caller closes the context. */
export async function openPhone(
  browser: Browser,
  { state, baseURL, slowNetwork = true, slowProcessor = true }: Options = {},
): Promise<Phone> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    viewport: { width: 390, height: 844 },
    ...(state && { storageState: state }),
    ...(baseURL && { baseURL }),
  })
  // tsx wraps functions in this helper, which a page does not have.
  await context.addInitScript('globalThis.__name ??= (value) => value')
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (slowNetwork) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
  }
  if (slowProcessor) await session.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
  return { context, page, session }
}

/** Resolves to NaN after a time limit, or if the page is closed. */
export function withinLimit(time: Promise<number>, limitMs: number): Promise<number> {
  const timeout = new Promise<number>((resolve) => setTimeout(resolve, limitMs, Number.NaN))
  return Promise.race([time.catch(() => Number.NaN), timeout])
}

export type NetworkRequest = {
  url: string
  method: string
  isPrefetch: boolean
  isScript: boolean
  /** Seconds on the browser's clock. */
  sent: number
  /** Compressed bytes without and with headers; 0 until it has ended. */
  body: number
  total: number
  isCached: boolean
}

type Network = {
  requests: NetworkRequest[]
  /** Time of the load event on the browser's clock; null before. */
  loadedAt(): number | null
  /** Resolves when nothing has moved for half a second, or at the limit. */
  idle(limitMs: number): Promise<void>
}

const idleMs = 500

/** Must be called before the page is opened. */
export async function watchNetwork(session: CDPSession): Promise<Network> {
  const requests: NetworkRequest[] = []
  const open = new Map<string, NetworkRequest>()
  const headerBytes = new Map<string, number>()
  let loadedAt: number | null = null
  let lastActivityAt = performance.now()

  function end(id: string, total: number, headers: number): void {
    lastActivityAt = performance.now()
    const request = open.get(id)
    if (!request) return
    open.delete(id)
    Object.assign(request, { total, body: Math.max(0, total - headers) })
  }

  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type, redirectResponse }) => {
    if (redirectResponse) end(requestId, redirectResponse.encodedDataLength, redirectResponse.encodedDataLength)
    if (!request.url.startsWith('http')) return
    lastActivityAt = performance.now()
    const names = Object.keys(request.headers)
    const purpose = names.find((name) => /^(sec-)?purpose$/i.test(name))
    const isPrefetch =
      type === 'Prefetch' ||
      /prefetch|prerender/.test(purpose ? (request.headers[purpose] ?? '') : '') ||
      names.some((name) => /^(rsc|next-router-prefetch)$/i.test(name)) ||
      /[?&]_rsc=/.test(request.url)
    const networkRequest: NetworkRequest = {
      url: request.url,
      method: request.method,
      isPrefetch,
      isScript: type === 'Script',
      sent: timestamp,
      body: 0,
      total: 0,
      isCached: false,
    }
    requests.push(networkRequest)
    open.set(requestId, networkRequest)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    headerBytes.set(requestId, response.encodedDataLength)
    const request = open.get(requestId)
    if (!request) return
    request.isScript ||= /javascript|ecmascript/.test(response.mimeType)
    request.isCached ||= Boolean(response.fromDiskCache || response.fromPrefetchCache)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = open.get(requestId)
    if (request) request.isCached = true
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength, headerBytes.get(requestId) ?? 0),
  )
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0, 0))
  session.on('Page.loadEventFired', ({ timestamp }) => (loadedAt = timestamp))
  await session.send('Network.enable')
  await session.send('Page.enable')

  return {
    requests,
    loadedAt: () => loadedAt,
    async idle(limitMs) {
      const until = performance.now() + limitMs
      while (performance.now() < until && (open.size > 0 || performance.now() - lastActivityAt < idleMs)) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
