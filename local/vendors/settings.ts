/** Addresses and credentials of the stand-ins. */
import type { Provider } from '@/lib/contract/plan'
import { offers } from './catalogue'

/** Addresses have no trailing slash. */
export type Settings = {
  /** `http://localhost:4010`, as browsers reach the stand-ins. */
  origin: string
  /** The site as browsers reach it. */
  siteOrigin: string
  /** The site as the stand-ins reach it, for webhooks. */
  siteAddress: string
  identityAddress: string | null
  stripe: { secretKey: string; webhookSecret: string }
  chargebee: { apiKey: string; webhookUser: string; webhookPassword: string }
  /** Whether Chargebee's page accepts codes. Stripe gets this for each page. */
  promotionCodes?: boolean
  notion: { token: string; databaseId: string }
}

/** 20% off each charge, at every payment provider. */
export const promotionCode = 'LOCAL20'
export const promotionPercent = 20

/** Credentials of the stand-ins. */
export const standIn: Pick<Settings, Provider | 'notion'> = {
  stripe: { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' },
  chargebee: { apiKey: 'test_local', webhookUser: 'chargebee', webhookPassword: 'local-webhook' },
  notion: { token: 'ntn_local', databaseId: '5a3b1c70-0000-4000-8000-000000000001' },
}

export function settingsFrom(env: Record<string, string | undefined>): Settings {
  const get = (name: string, fallback: string) => env[name]?.trim() || fallback
  const sitePort = get('PORT', '3000')
  return {
    ...standIn,
    origin: `http://localhost:${get('LOCAL_VENDORS_PORT', '4010')}`,
    siteOrigin: get('SITE_ORIGIN', `http://localhost:${sitePort}`),
    siteAddress: `http://127.0.0.1:${sitePort}`,
    identityAddress: `http://127.0.0.1:${get('AUTH_EMULATOR_PORT', '9099')}`,
    promotionCodes: get('PROMOTION_CODES', 'false') === 'true',
  }
}

/** A site's settings for stand-ins at `base`. */
export const settingsAt = {
  stripe: (base: string) => ({
    STRIPE_SECRET_KEY: standIn.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: standIn.stripe.webhookSecret,
    STRIPE_PRICE_IDS: offers.map((offer) => offer.priceIds.stripe).join(','),
    STRIPE_API_BASE: base,
  }),
  chargebee: (base: string) => ({
    CHARGEBEE_SITE: 'local',
    CHARGEBEE_API_KEY: standIn.chargebee.apiKey,
    CHARGEBEE_WEBHOOK_USER: standIn.chargebee.webhookUser,
    CHARGEBEE_WEBHOOK_PASSWORD: standIn.chargebee.webhookPassword,
    CHARGEBEE_ITEM_PRICE_IDS: offers.map((offer) => offer.priceIds.chargebee).join(','),
    CHARGEBEE_API_BASE: base,
  }),
  notion: (base: string) => ({
    NOTION_TOKEN: standIn.notion.token,
    NOTION_DATABASE_ID: standIn.notion.databaseId,
    NOTION_API_BASE: base,
  }),
} satisfies Record<Provider | 'notion', (base: string) => Record<string, string>>
