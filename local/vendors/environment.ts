import { offers } from './catalogue'
import { standIn } from './settings'

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
