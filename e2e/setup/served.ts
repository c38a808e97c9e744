/** Pages and files as the server sends them, each requested once by a worker. */
import { origin } from './test'

export type Served = { status: number; headers: Headers; html: string }

const served = new Map<string, Promise<Served>>()

/** Requests a page again. Compressing takes longer than writing a page. */
export async function requestPage(path: string): Promise<Served> {
  const answer = await fetch(origin() + path, { headers: { 'accept-encoding': 'identity' }, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

export function pageAt(path: string): Promise<Served> {
  const page = served.get(path) ?? requestPage(path)
  served.set(path, page)
  return page
}

export const htmlOf = async (path: string) => (await pageAt(path)).html
