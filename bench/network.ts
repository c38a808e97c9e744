/** What a browser asked for, as it says itself: each request with its bytes and when it was sent. */
import type { CDPSession } from 'playwright'

export type Asked = {
  url: string
  method: string
  /** Fetched for a page to come. */
  isAhead: boolean
  isScript: boolean
  isStyle: boolean
  /** Seconds on the browser's own clock. */
  sent: number
  /** Bytes as they came, compressed: the body alone, and with its headers. 0 while it is under way. */
  body: number
  total: number
  isKept: boolean
  isOver: boolean
}

type Network = {
  asked: Asked[]
  /** When the page said that it had loaded, seconds on the same clock; null before. */
  loadedAt(): number | null
  /** Resolves when nothing has been under way for half a second, at the latest after so long. */
  rest(mostMs: number): Promise<void>
}

const restMs = 500
const isScriptType = (mime: string) => /javascript|ecmascript/.test(mime)

/** Begins to listen. The page must not have been opened yet. */
export async function watchNetwork(session: CDPSession): Promise<Network> {
  const asked: Asked[] = []
  const open = new Map<string, Asked>()
  let loaded: number | null = null
  let moved = performance.now()
  const move = () => (moved = performance.now())

  function end(id: string, total: number, headers: number): void {
    move()
    const one = open.get(id)
    if (!one) return
    open.delete(id)
    Object.assign(one, { isOver: true, total, body: Math.max(0, total - headers) })
  }
  const headers = new Map<string, number>()

  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type, redirectResponse }) => {
    if (redirectResponse) end(requestId, redirectResponse.encodedDataLength, redirectResponse.encodedDataLength)
    if (!request.url.startsWith('http')) return
    move()
    const purpose = Object.entries(request.headers).find(([name]) => /^(sec-)?purpose$/i.test(name))?.[1] ?? ''
    const isData = Object.keys(request.headers).some((name) => /^(rsc|next-router-prefetch)$/i.test(name))
    const one: Asked = {
      url: request.url,
      method: request.method,
      isAhead: type === 'Prefetch' || /prefetch|prerender/.test(purpose) || isData || /[?&]_rsc=/.test(request.url),
      isScript: type === 'Script',
      isStyle: type === 'Stylesheet',
      sent: timestamp,
      body: 0,
      total: 0,
      isKept: false,
      isOver: false,
    }
    asked.push(one)
    open.set(requestId, one)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    headers.set(requestId, response.encodedDataLength)
    const one = open.get(requestId)
    if (!one) return
    one.isScript ||= isScriptType(response.mimeType)
    one.isKept ||= Boolean(response.fromDiskCache || response.fromPrefetchCache)
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const one = open.get(requestId)
    if (one) one.isKept = true
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    end(requestId, encodedDataLength, headers.get(requestId) ?? 0),
  )
  session.on('Network.loadingFailed', ({ requestId }) => end(requestId, 0, 0))
  session.on('Page.loadEventFired', ({ timestamp }) => (loaded = timestamp))
  await session.send('Network.enable')
  await session.send('Page.enable')

  return {
    asked,
    loadedAt: () => loaded,
    async rest(mostMs) {
      const until = performance.now() + mostMs
      while (performance.now() < until && (open.size > 0 || performance.now() - moved < restMs)) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}
