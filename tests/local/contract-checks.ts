/** The stand-ins and their recorded answers. Every route is called, and every answer must match the SDK’s types. */
import { afterAll } from 'vitest'
import { findRoute } from '@/local/vendors/routing'
import { startStandIns } from './stand-ins'

export const standIns = await startStandIns()
export const { stripe, chargebee } = standIns
afterAll(() => standIns.close())

export type Data = Record<string, unknown>

export const without = (data: Data, field: string): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field))

/** One vendor's successful answers so far. */
const answered = (root: string) =>
  standIns.answers.filter(({ path, status }) => path.startsWith(root) && status === 200)

/** Routes of a table without a successful call. */
export function uncalledRoutes(root: string, strip: string, routes: Record<string, unknown>): string[] {
  const calls = answered(root)
  const called = new Set(calls.map(({ method, path }) => findRoute(routes, method, path.replace(strip, ''))?.route))
  return Object.keys(routes).filter((name) => !called.has(routes[name]))
}

/** Problems without duplicates, with their request. The index in a list does not matter. */
export function problemsOf(root: string, judge: (data: Data) => string[]): string[] {
  const all = answered(root).flatMap(({ method, path, text }) =>
    judge(JSON.parse(text) as Data).map((problem) => `${method} ${path}: ${problem}`),
  )
  return [...new Set(all)]
}

export const messages = (vendor: string) =>
  standIns.site.arrivals.filter(({ path }) => path.includes(vendor)).map(({ raw }) => JSON.parse(raw) as Data)

export const addresses = { success_url: 'http://localhost:3000/a', cancel_url: 'http://localhost:3000/b' }

export const parsed = (root: string, path: RegExp) => {
  const answer = answered(root).findLast((one) => path.test(one.path))
  if (!answer) throw new Error(`nothing was answered at ${path}`)
  return JSON.parse(answer.text) as Record<string, never>
}
