/** Webhooks with the stand-ins' credentials. */
import Stripe from 'stripe'
import { standIn } from '@/local/vendors/settings'

const { webhooks } = new Stripe('sk_test')

/** Stripe's signature of exactly this payload. */
export const signStripe = (
  payload: string,
  { timestamp, secret = standIn.stripe.webhookSecret }: { timestamp?: number; secret?: string } = {},
) => webhooks.generateTestHeaderString({ payload, secret, ...(timestamp !== undefined && { timestamp }) })

export const basicAuth = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

export const chargebeeAuth = basicAuth(standIn.chargebee.webhookUser, standIn.chargebee.webhookPassword)
