import 'server-only'
import * as z from 'zod'
import { browserErrorKinds, browserErrorLimits, type BrowserError } from '@/lib/contract/browser-error'
import { pages } from '@/lib/pages'
import { bodyLimit, parseJsonBody, readBody } from '@/lib/server/http/body'
import { clientOf } from '@/lib/server/http/client-address'
import { ApiFailure } from '@/lib/server/http/errors'
import { consumePoint } from '@/lib/server/http/limits'
import { assertSameOrigin } from '@/lib/server/http/same-origin'
import { reportError } from './errors'

export const browserError: z.ZodType<BrowserError> = z.object({
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

/** @throws ApiFailure `forbidden` from another site, `too-large`, `invalid-request`, `too-many-requests` */
export async function receiveBrowserError(request: Request): Promise<Response> {
  assertSameOrigin(request.headers)
  const parsed = browserError.safeParse(parseJsonBody(await readBody(request, bodyLimit.browserError)))
  if (!parsed.success) throw new ApiFailure('invalid-request', { cause: parsed.error })
  await consumePoint('browserErrors', clientOf(request.headers) ?? 'everybody')
  const { kind, message, stack, page } = parsed.data
  const error = Object.assign(new Error(message), { name: 'BrowserError', stack: stack ?? message })
  reportError({ source: 'browser', error, where: pageOf(page), kind })
  return new Response(null, { status: 204 })
}
