/** A collector of traces, as a real one takes them: OTLP over HTTP, as JSON. What it was sent is kept as it came. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        traceId: string
        spanId: string
        parentSpanId?: string
        name: string
        kind: number
        startTimeUnixNano: string
        endTimeUnixNano: string
        status: { code?: number }
        attributes: Attribute[]
      }[]
    }[]
  }[]
}

/** A span, with its attributes by name. */
export type Span = {
  trace: string
  id: string
  parent: string | undefined
  name: string
  failed: boolean
  about: Record<string, string | number | boolean | undefined>
  /** Of the process that sent it. */
  resource: Record<string, string | number | boolean | undefined>
}

const plain = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue] as const),
  )

const spansOf = (body: string): Span[] =>
  (JSON.parse(body) as Sent).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        trace: span.traceId,
        id: span.spanId,
        parent: span.parentSpanId,
        name: span.name,
        failed: span.status.code === 2,
        about: plain(span.attributes),
        resource: plain(resource.attributes),
      })),
    ),
  )

/** Starts one on a port of its own; `mood` says how it does its work from then on. */
export async function startCollector() {
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const mood: { does: 'takes' | 'refuses' | 'hangs' } = { does: 'takes' }
  let calls = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls++
      if (mood.does === 'hangs') return
      if (mood.does === 'refuses') return void response.writeHead(503).end()
      if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end()
      bodies.push(Buffer.concat(chunks).toString())
      headers.push(request.headers)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood,
    headers,
    /** How often it was asked, whatever it did then. */
    calls: () => calls,
    /** Every byte of what was sent. */
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansOf),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
