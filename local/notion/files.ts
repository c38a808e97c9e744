import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import express, { type Router } from 'express'
import type { Desk } from '@/local/vendors/desk'
import { stored } from './picture'

const hour = 3600

/** Addresses of files end after an hour, as Notion's do; a new start ends all of them. */
export function openFiles(desk: Desk) {
  let secret = randomBytes(32)
  let lifeSeconds = hour
  let failure: number | null = null
  const sign = (name: string, end: string) => createHmac('sha256', secret).update(`${name}\n${end}`).digest('base64url')
  return {
    /** A file as Notion describes one that it keeps. */
    wire(name: string) {
      const end = desk.now() + lifeSeconds
      // The site asks for files as it asks for the rest; browsers never do.
      const address = new URL(`/notion/files/${name}`, desk.settings.origin)
      address.hostname = '127.0.0.1'
      address.searchParams.set('expires', String(end))
      address.searchParams.set('signature', sign(name, String(end)))
      return { url: address.href, expiry_time: new Date(end * 1000).toISOString() }
    },
    isRight: (name: string, end: unknown, signature: unknown) =>
      typeof end === 'string' &&
      typeof signature === 'string' &&
      sameText(signature, sign(name, end)) &&
      Number(end) > desk.now(),
    /** What the store answers instead of files, or null. */
    failure: () => failure,
    /** How many seconds the addresses made from now on live. */
    setLife(seconds: number): void {
      lifeSeconds = seconds
    },
    /** Ends every address there is, long before the time that was told with it. */
    expire(): void {
      secret = randomBytes(32)
    },
    fail(status: number | null): void {
      failure = status
    },
    reset(): void {
      lifeSeconds = hour
      failure = null
    },
  }
}

export type Files = ReturnType<typeof openFiles>

/** Serves the files at their signed addresses, and 403 once their time is over. */
export function fileRoutes(desk: Desk, files: Files): Router {
  const router = express.Router()
  router.get('/notion/files/:name', (request, response) => {
    const { name } = request.params
    const { expires, signature } = request.query
    desk.calls.note('notion', request, request.path, {}, {})
    const failure = files.failure()
    const file = files.isRight(name, expires, signature) ? stored(name) : null
    if (failure !== null) response.status(failure).type('xml').send('<Error><Code>SlowDown</Code></Error>')
    else if (file) response.type(file.type).set('Cache-Control', 'private, no-store').send(file.bytes)
    else
      response
        .status(403)
        .type('xml')
        .send('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>')
  })
  return router
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
