/** A trace collector that takes OTLP over HTTP as JSON. */
import type { IncomingHttpHeaders } from 'node:http'
import { listen } from './listen'

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
        status: { code?: number }
        attributes: Attribute[]
      }[]
    }[]
  }[]
}

export type Span = {
  trace: string
  id: string
  parent: string | undefined
  name: string
  failed: boolean
  about: Record<string, string | number | boolean | undefined>
  /** Attributes of the sending process. */
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

export async function startCollector() {
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const { url: endpoint, close } = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end()
      bodies.push(Buffer.concat(chunks).toString())
      headers.push(request.headers)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  return {
    endpoint,
    headers,
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansOf),
    close,
  }
}
