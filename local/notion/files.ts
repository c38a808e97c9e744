import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import express, { type Router } from 'express'
import type { Desk } from '@/local/vendors/desk'
import { picture } from './picture'

/** Addresses of files end after an hour, as Notion's do; a new start ends all of them. */
const secret = randomBytes(32)
let lifeSeconds = 3600

/** For tests: how many seconds the addresses made from now on live. */
export function setFileLife(seconds: number): void {
  lifeSeconds = seconds
}

const sign = (name: string, end: string) => createHmac('sha256', secret).update(`${name}\n${end}`).digest('base64url')

/** A file as Notion describes one that it keeps. */
export function fileWire(desk: Desk, name: string) {
  const end = desk.now() + lifeSeconds
  const address = new URL(`/notion/files/${name}`, desk.settings.origin)
  address.searchParams.set('expires', String(end))
  address.searchParams.set('signature', sign(name, String(end)))
  return { url: address.href, expiry_time: new Date(end * 1000).toISOString() }
}

/** Serves the files at their signed addresses, and 403 once their time is over. */
export function notionFiles(desk: Desk): Router {
  const router = express.Router()
  router.get('/notion/files/:name', (request, response) => {
    const { name } = request.params
    const { expires, signature } = request.query
    const right =
      typeof expires === 'string' &&
      typeof signature === 'string' &&
      sameText(signature, sign(name, expires)) &&
      Number(expires) > desk.now()
    const file = right ? picture(name) : null
    if (file) response.type('png').set('Cache-Control', 'private, no-store').send(file)
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
