import 'server-only'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import * as z from 'zod'
import { browserErrorKinds, browserErrorLimits, type BrowserError } from '@/lib/contract/browser-error'
import { pages } from '@/lib/site'
import { processState } from '@/lib/server/process-state'
import { bodyLimit, parseJsonBody, readBody } from '@/lib/server/http/request'
import { ApiFailure } from '@/lib/server/http/errors'
import { assertSameOrigin } from '@/lib/server/http/same-origin'
import { reportError } from './errors'
import { countLimited } from './metrics'

const browserError: z.ZodType<BrowserError> = z.object({
  kind: z.enum(browserErrorKinds),
  message: z.string().max(browserErrorLimits.message),
  stack: z.string().max(browserErrorLimits.stack).optional(),
  page: z.string().max(browserErrorLimits.page),
})

const pagePaths = new Set<string>(Object.values(pages).map(({ path }) => path))

/** Unknown paths may contain personal data. */
function pageOf(path: string): string {
  const withoutSlash = path.replace(/(?<=.)\/$/, '')
  if (pagePaths.has(withoutSlash)) return withoutSlash
  return withoutSlash.startsWith('/blog/') ? '/blog/…' : 'other'
}

const perMinute = 30

/** In this process and for all visitors together, since a visitor could fill the log. */
const budget = () => processState('browser-errors', () => new RateLimiterMemory({ points: perMinute, duration: 60 }))

async function spendBudget(): Promise<void> {
  try {
    await budget().consume('all')
  } catch {
    countLimited('browserErrors')
    throw new ApiFailure('too-many-requests', { retryAfter: 60 })
  }
}

/** @throws ApiFailure `forbidden` from another site, `too-large`, `invalid-request`, `too-many-requests` */
export async function receiveBrowserError(request: Request): Promise<Response> {
  assertSameOrigin(request.headers)
  const parsed = browserError.safeParse(parseJsonBody(await readBody(request, bodyLimit.browserError)))
  if (!parsed.success) throw new ApiFailure('invalid-request', { cause: parsed.error })
  await spendBudget()
  const { kind, message, stack, page } = parsed.data
  const error = Object.assign(new Error(message), { name: 'BrowserError', stack: stack ?? message })
  reportError({ source: 'browser', error, where: pageOf(page), kind })
  return new Response(null, { status: 204 })
}
