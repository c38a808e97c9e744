/** Every operation of the API, with its shapes. A test calls each and compares the answers. */
import 'server-only'
import * as z from 'zod'
import {
  checkoutHeaders,
  checkoutRequest,
  consentHeaders,
  userHeaders,
  portalRequest,
  priceChangeHeaders,
  chargebeeCheckout,
  invoices,
  stripeApiVersion,
  stripeCheckout,
} from '@/lib/contract/checkout'
import { contactLimits } from '@/lib/contract/contact'
import {
  currentPlan,
  planChange,
  planOffers,
  planPause,
  priceChange,
  pricePreview,
  syncedPlan,
  perProvider,
} from '@/lib/contract/plan'
import { dueWork, healthReport, reconcileLine } from '@/lib/contract/operations'
import { user, userInput, userKey } from '@/lib/contract/user'
import { locales } from '@/lib/locales'
import { browserError } from '@/lib/server/observability/browser-errors'

export type Operation = {
  summary: string
  /** `secret`: REVALIDATE_SECRET. `vendor`: a signature or credentials of a webhook. With a `uid`, an identity token. */
  auth?: 'secret' | 'optional-secret' | 'vendor'
  uid?: 'query' | 'body' | 'both'
  query?: Record<string, z.ZodType>
  headers?: z.ZodObject
  body?: z.ZodType
  /** Absent without a JSON body. */
  response?: z.ZodType
  /** The shape of each line, for answers that are lines of JSON. */
  lines?: z.ZodType
  /** Other statuses that answer with `response`. */
  also?: Record<number, string>
  status?: 204 | 303 | 307
}

const contactMessage = z.object({
  name: z.string().max(contactLimits.name),
  email: z.string().max(contactLimits.email),
  message: z.string().max(contactLimits.message),
  locale: z.enum(locales).optional().describe('The language of the form'),
  token: z.string().optional().describe('The formToken of a refusal, for a browser without script'),
  proof: z.string().optional().describe('The token of a refusal’s challenge, a dot, and the number that solves it'),
})

const literalTrue = z.literal(true)
const receivedResponse = z.object({ received: literalTrue })
/** By method and path below `/api`. */
export const operations: Record<`${'GET' | 'POST'} /${string}`, Operation> = {
  'POST /users/insert-or-update': {
    summary: 'Create or update the record of the signed-in user. Missing and empty values erase nothing.',
    uid: 'body',
    headers: userHeaders,
    body: userInput,
    response: user,
  },
  'GET /users/get-user': {
    summary: 'The record of the signed-in user.',
    uid: 'query',
    response: user,
  },
  'GET /users/current-plan': {
    summary: 'The plan of the signed-in user, or nulls without one.',
    uid: 'query',
    response: currentPlan,
  },
  'POST /users/cancel-plan': {
    summary: 'End the renewal of a plan. Returns the plan as it is now.',
    uid: 'both',
    body: planChange,
    response: currentPlan,
  },
  'POST /users/refund-plan': {
    summary: 'End a plan at once and refund its last charge, within the refund window. Returns the plan as it now is.',
    uid: 'both',
    body: planChange,
    response: currentPlan,
  },
  'POST /users/pause-plan': {
    summary: 'Pause a monthly plan for some months, from the end of the paid period. Returns the plan as it is now.',
    uid: 'both',
    body: planPause,
    response: currentPlan,
  },
  'POST /users/resume-plan': {
    summary: 'Resume a cancelled or paused plan. Returns the plan as it is now.',
    uid: 'both',
    headers: consentHeaders,
    body: planChange,
    response: currentPlan,
  },
  'POST /users/preview-change': {
    summary: 'What changing a plan to another price costs now and later, by the provider’s own preview.',
    uid: 'both',
    body: priceChange,
    response: pricePreview,
  },
  'POST /users/change-plan': {
    summary: 'Change a plan to another price now, with credit for the unused time. Returns the plan as it is now.',
    uid: 'both',
    headers: priceChangeHeaders,
    body: priceChange,
    response: currentPlan,
  },
  'GET /users/export': {
    summary: 'Everything that is stored about the signed-in user, as a download.',
    uid: 'query',
    response: z.looseObject({ exportedAt: z.iso.datetime(), uid: z.string() }),
  },
  'POST /users/end-sessions': {
    summary: 'Sign the user out on all devices.',
    uid: 'body',
    body: userKey,
    response: z.object({ ended: literalTrue }),
  },
  'POST /users/delete-account': {
    summary: 'End active plans, then delete the account and its data.',
    uid: 'body',
    body: userKey,
    response: z.object({ deleted: literalTrue, left: z.array(z.enum(['identity', 'picture'])).optional() }),
  },
  'GET /plans': { summary: 'The plans on offer.', response: planOffers },
  'GET /config': {
    summary: 'Public settings of the site, for its own pages.',
    response: z.looseObject({ ...perProvider(z.boolean()), mail: z.boolean() }),
  },
  'GET /health': {
    summary: 'The state of everything that the site depends on. With the secret, vendors are asked at once.',
    auth: 'optional-secret',
    response: healthReport,
    also: { 503: 'The database is down, or the process is ending' },
  },
  'GET /openapi.json': {
    summary: 'This description, in local and staging only.',
    response: z.looseObject({ openapi: z.string() }),
  },
  'POST /contact': {
    summary: 'Store a message of the contact form.',
    body: contactMessage,
    response: receivedResponse,
  },
  'POST /errors': {
    summary: 'Report an error of a page, without personal data.',
    body: browserError,
    status: 204,
  },
  'POST /stripe/checkout-session': {
    summary: 'Open a payment page of Stripe.',
    uid: 'query',
    headers: checkoutHeaders,
    body: checkoutRequest,
    response: stripeCheckout,
  },
  'POST /chargebee/checkout-session': {
    summary: 'Open a payment page of Chargebee.',
    uid: 'query',
    headers: checkoutHeaders,
    body: checkoutRequest,
    response: chargebeeCheckout,
  },
  'POST /stripe/ephemeral_keys': {
    summary: 'Create an ephemeral key of Stripe for the app.',
    uid: 'query',
    query: { api_version: stripeApiVersion },
    response: z.looseObject({ secret: z.string() }),
  },
  'GET /billing/invoices': {
    summary: 'Receipts and invoices of the signed-in user, newest first.',
    uid: 'query',
    response: invoices,
  },
  'POST /billing/portal': {
    summary: 'Open the page of the provider for cards and receipts.',
    uid: 'query',
    body: portalRequest,
    response: z.object({ url: z.string() }),
  },
  'POST /billing/sync': {
    summary: 'Ask the providers for the plan of the signed-in user.',
    uid: 'query',
    response: syncedPlan,
  },
  'POST /billing/reconcile': {
    summary: 'Apply changes from lost webhooks. One line per change, and a summary at the end.',
    auth: 'secret',
    lines: reconcileLine,
  },
  'POST /jobs/run': {
    summary: 'Run due jobs and send waiting emails, for hosts that freeze processes.',
    auth: 'secret',
    response: dueWork,
  },
  'POST /stripe/webhook': {
    summary: 'Stripe webhook.',
    auth: 'vendor',
    response: receivedResponse,
  },
  'POST /chargebee/webhook': {
    summary: 'Chargebee webhook.',
    auth: 'vendor',
    response: receivedResponse,
  },
  'POST /revalidate': {
    summary: 'Read the posts again and renew every page that shows them.',
    auth: 'secret',
    response: z.object({ revalidated: literalTrue }),
  },
  'GET /preview': {
    summary: 'Let this browser see a draft. Redirects to it.',
    query: { secret: z.string(), slug: z.string() },
    status: 307,
  },
  'POST /preview/end': { summary: 'Leave the preview. Redirects to the post or the blog.', status: 303 },
}
