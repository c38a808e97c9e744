/** The file store: sample pictures at signed addresses that expire. */
import { createHmac, randomBytes } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import sharp from 'sharp'
import type { Context } from '@/local/vendors/context'

const pictures: Record<string, [from: string, to: string]> = {
  'tide.png': ['#09515a', '#ddf0ee'],
  'dusk.png': ['#7a3217', '#f1eee7'],
  'reed.png': ['#1e5631', '#fbfaf7'],
}

type File = { bytes: Buffer; type: string }

async function picture([from, to]: [string, string]): Promise<Buffer> {
  const stops = `<stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/>`
  const gradient = `<linearGradient id="g" x2="0" y2="1">${stops}</linearGradient>`
  const size = 'width="1200" height="630"'
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${gradient}<rect ${size} fill="url(#g)"/></svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

async function readFile(name: string): Promise<File | null> {
  const colours = pictures[name]
  if (colours) return { bytes: await picture(colours), type: 'png' }
  // The site must refuse an SVG with a script, and a picture that is too large.
  if (name === 'script.svg') {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    return { bytes: Buffer.from(svg), type: 'svg' }
  }
  if (name !== 'large.png') return null
  return { bytes: Buffer.concat([await picture(['#1e5631', '#fbfaf7']), Buffer.alloc(11 << 20)]), type: 'png' }
}

const hour = 3600

/** Addresses expire after an hour, as Notion's do, and at each start. */
export function openFiles(context: Context) {
  let secret = randomBytes(32)
  let lifeSeconds = hour
  let failure: number | null = null
  const sign = (name: string, end: string) => createHmac('sha256', secret).update(`${name}\n${end}`).digest('base64url')
  return {
    wire(name: string) {
      const end = context.now() + lifeSeconds
      // Only the site fetches files, never a browser.
      const address = new URL(`/notion/files/${name}`, context.settings.origin)
      address.hostname = '127.0.0.1'
      address.searchParams.set('expires', String(end))
      address.searchParams.set('signature', sign(name, String(end)))
      return { url: address.href, expiry_time: new Date(end * 1000).toISOString() }
    },
    isValid: (name: string, end: unknown, signature: unknown) =>
      signature === sign(name, String(end)) && Number(end) > context.now(),
    failure: () => failure,
    setLife: (seconds: number) => void (lifeSeconds = seconds),
    expire: () => void (secret = randomBytes(32)),
    fail: (status: number | null) => void (failure = status),
    reset() {
      lifeSeconds = hour
      failure = null
    },
  }
}

export type Files = ReturnType<typeof openFiles>

export function fileRoutes(context: Context, files: Files): Router {
  async function send(request: Request<{ name: string }>, response: Response): Promise<void> {
    const { name } = request.params
    const { expires, signature } = request.query
    context.calls.record('notion', request, request.path, {}, {})
    const failure = files.failure()
    const file = files.isValid(name, expires, signature) ? await readFile(name) : null
    if (failure !== null) response.status(failure).type('xml').send('<Error><Code>SlowDown</Code></Error>')
    else if (file) response.type(file.type).set('Cache-Control', 'private, no-store').send(file.bytes)
    else response.status(403).type('xml').send('<Error><Code>AccessDenied</Code></Error>')
  }
  return express.Router().get('/notion/files/:name', (request, response) => send(request, response))
}
