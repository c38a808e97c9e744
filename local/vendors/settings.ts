/** Addresses and credentials of the stand-ins. */
import { offers } from './catalogue'

/** What the stand-ins have to know of the stack around them. Addresses have no slash at their end. */
export type Settings = {
  /** Where a browser reaches the stand-ins: `http://localhost:4010`. */
  origin: string
  /** Where a browser reaches the site; links in mails lead there. */
  siteOrigin: string
  /** Where the stand-ins themselves reach the site to deliver webhooks. */
  siteAddress: string
  /** `http://host:port` of the identity emulator, or null without one. */
  identityAddress: string | null
  stripe: { secretKey: string; webhookSecret: string }
  chargebee: { apiKey: string; webhookUser: string; webhookPassword: string }
  notion: { token: string; databaseId: string }
}

/** The credentials of the stand-ins. They open nothing but the stand-ins, and stand in no one's account. */
export const standIn: Pick<Settings, 'stripe' | 'chargebee' | 'notion'> = {
  stripe: { secretKey: 'sk_test_local', webhookSecret: 'whsec_local' },
  chargebee: { apiKey: 'test_local', webhookUser: 'chargebee', webhookPassword: 'local-webhook' },
  notion: { token: 'ntn_local', databaseId: '5a3b1c70-0000-4000-8000-000000000001' },
}

/** The settings as the process's environment gives them; what is not set there has the stand-ins' value. */
export function settingsFrom(env: Record<string, string | undefined>): Settings {
  const get = (name: string, fallback: string) => env[name]?.trim() || fallback
  const sitePort = get('PORT', '3000')
  return {
    origin: `http://localhost:${get('LOCAL_VENDORS_PORT', '4010')}`,
    siteOrigin: get('SITE_ORIGIN', `http://localhost:${sitePort}`),
    siteAddress: `http://127.0.0.1:${sitePort}`,
    identityAddress: `http://127.0.0.1:${get('AUTH_EMULATOR_PORT', '9099')}`,
    stripe: {
      secretKey: get('STRIPE_SECRET_KEY', standIn.stripe.secretKey),
      webhookSecret: get('STRIPE_WEBHOOK_SECRET', standIn.stripe.webhookSecret),
    },
    chargebee: {
      apiKey: get('CHARGEBEE_API_KEY', standIn.chargebee.apiKey),
      webhookUser: get('CHARGEBEE_WEBHOOK_USER', standIn.chargebee.webhookUser),
      webhookPassword: get('CHARGEBEE_WEBHOOK_PASSWORD', standIn.chargebee.webhookPassword),
    },
    notion: {
      token: get('NOTION_TOKEN', standIn.notion.token),
      databaseId: get('NOTION_DATABASE_ID', standIn.notion.databaseId),
    },
  }
}

/** A site's settings that lead to the stand-ins at `base`, a block for each vendor. */
export const settingsAt = {
  stripe: (base: string) => ({
    STRIPE_SECRET_KEY: standIn.stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: standIn.stripe.webhookSecret,
    STRIPE_PRICE_IDS: offers.map((offer) => offer.stripePriceId).join(','),
    STRIPE_API_BASE: base,
  }),
  chargebee: (base: string) => ({
    CHARGEBEE_SITE: 'local',
    CHARGEBEE_API_KEY: standIn.chargebee.apiKey,
    CHARGEBEE_WEBHOOK_USER: standIn.chargebee.webhookUser,
    CHARGEBEE_WEBHOOK_PASSWORD: standIn.chargebee.webhookPassword,
    CHARGEBEE_ITEM_PRICE_IDS: offers.map((offer) => offer.itemPriceId).join(','),
    CHARGEBEE_API_BASE: base,
  }),
  notion: (base: string) => ({
    NOTION_TOKEN: standIn.notion.token,
    NOTION_DATABASE_ID: standIn.notion.databaseId,
    NOTION_API_BASE: base,
  }),
}
