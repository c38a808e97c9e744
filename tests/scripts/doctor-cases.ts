/** Each problem that the doctor reports: its sentence, and the settings or answers that cause it. */
import { projectId } from '@/tests/fakes/identity'
import type { Overrides } from './doctor-world'

type Case = [what: string, says: RegExp, change: Record<string, string>, overrides?: Overrides]

export const config = `/v2/projects/${projectId}/config`
const idps = `/v2/projects/${projectId}/defaultSupportedIdpConfigs`
const stripePrice = '/v1/prices/price_monthly_usd'
const itemPrice = '/api/v2/item_prices/plan-monthly-USD'
const first = (list: unknown) => (list as Record<string, unknown>[])[0]

/** Stripe's list of endpoints with a changed one. */
const ofStripe = (change: object) => ({
  '/v1/webhook_endpoints': (body: Record<string, unknown>) => ({ ...body, data: [{ ...first(body.data), ...change }] }),
})
const ofChargebee = (change: object) => ({
  '/api/v2/webhook_endpoints': ({ list }: Record<string, unknown>) => ({
    list: [{ webhook_endpoint: { ...(first(list)?.webhook_endpoint as object), ...change } }],
  }),
})
const nothing = { '/api/health': () => ({ answers: 404 }) }
const priceOn = (page: object) => ({
  '/api/plans': (body: Record<string, unknown>) => ({
    ...body,
    plans: (body.plans as Record<string, unknown>[]).map((plan) =>
      plan.priceId === 'price_monthly_usd' ? { ...plan, ...page } : plan,
    ),
  }),
})
const withoutHeader = (name: string, value?: string) => ({
  '/': ({ headers, ...body }: Record<string, unknown>) => {
    const { [name]: _, ...rest } = headers as Record<string, string>
    return { ...body, headers: value === undefined ? rest : { ...rest, [name]: value } }
  },
})
export const property = (name: string, kind: string | null) => ({
  '/v1/data_sources/5a3b1c70-0000-4000-8000-000000000002': (body: Record<string, unknown>) => {
    const { [name]: was, ...properties } = body.properties as Record<string, object>
    return { ...body, properties: kind === null ? properties : { ...properties, [name]: { ...was, type: kind } } }
  },
})

export const cases: Case[] = [
  ['a half-set block', /STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is/, { STRIPE_WEBHOOK_SECRET: '' }],
  ['another kind of site', /\/api\/health \(404\) is not this site's health report/, {}, nothing],
  ...['database', 'blog'].map((part): Case => [
    `a failed ${part}`,
    new RegExp(`^The running site cannot reach a dependency: ${part}\\.$`),
    {},
    { '/api/health': (body) => ({ ...body, answers: 503, status: 'down', [part]: 'down' }) },
  ]),
  [
    'a process that is ending',
    /is shutting down/,
    {},
    { '/api/health': (body) => ({ ...body, answers: 503, status: 'ending' }) },
  ],
  ['no policy', /has no content-security-policy/, {}, withoutHeader('content-security-policy')],
  [
    'a weak policy',
    /has a weak content-security-policy/,
    {},
    withoutHeader('content-security-policy', "script-src 'self' 'unsafe-inline'"),
  ],

  [
    'an auth domain elsewhere',
    /^FIREBASE_AUTH_DOMAIN is x\.firebaseapp\.com, not/,
    { FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com' },
  ],
  [
    'a wrong key',
    /^Further identity checks failed: API key not valid/,
    {},
    { '/v1/projects': () => ({ answers: 400, error: { message: 'API key not valid. Please pass a valid API key.' } }) },
  ],
  [
    'the key of another project',
    /FIREBASE_API_KEY is of project 1234, but FIREBASE_PROJECT_ID is project 99/,
    {},
    { [config]: (body) => ({ ...body, name: 'projects/99/config' }) },
  ],
  [
    'an unauthorised domain',
    /^localhost is not among the identity project's authorised domains \(elsewhere\.example\)/,
    {},
    { '/v1/projects': (body) => ({ ...body, authorizedDomains: ['elsewhere.example'] }) },
  ],
  [
    'disabled enumeration protection',
    /SIGN_IN_CONFIG says that email enumeration protection is on, but at the project it is off/,
    { SIGN_IN_CONFIG: '{"emailEnumerationProtection":"on"}' },
    { [config]: (body) => ({ ...body, emailPrivacyConfig: {} }) },
  ],
  ['a disabled provider', /offers facebook\.com, which is switched off/, {}, { [idps]: () => ({}) }],
  [
    'emails that link elsewhere',
    /emails lead to https:\/\/x\.firebaseapp\.com/,
    {},
    {
      [config]: (body) => ({
        ...body,
        notification: { sendEmail: { callbackUri: 'https://x.firebaseapp.com/__/auth/action' } },
      }),
    },
  ],
  [
    'second factors at a project without any',
    /FIREBASE_SECOND_FACTORS offers totp, which is switched off/,
    { FIREBASE_SECOND_FACTORS: 'totp' },
  ],
  [
    'an account without the role',
    /^Further identity checks failed: The caller does not have permission/,
    {},
    { [config]: () => ({ answers: 403, error: { message: 'The caller does not have permission' } }) },
  ],

  [
    'a wrong key at Stripe',
    /Stripe refuses STRIPE_SECRET_KEY.*Invalid API Key/,
    { STRIPE_SECRET_KEY: 'sk_test_wrong' },
  ],
  [
    'an unknown price',
    /STRIPE_PRICE_IDS names price_gone, which Stripe does not know/,
    { STRIPE_PRICE_IDS: 'price_gone' },
  ],
  [
    'an inactive price',
    /STRIPE_PRICE_IDS names price_monthly_usd, but it is not active there/,
    {},
    { [stripePrice]: (body) => ({ ...body, active: false }) },
  ],
  [
    'a one-time price',
    /price_monthly_usd, but it is a one-time price/,
    {},
    { [stripePrice]: (body) => ({ ...body, recurring: null, type: 'one_time' }) },
  ],
  [
    'another amount on the page',
    /charged as \$19 a month after 7 days, but the page says \$18/,
    {},
    priceOn({ amount: 1800 }),
  ],
  ['a price missing on the page', /but the page does not show it/, {}, priceOn({ priceId: 'price_old' })],
  [
    'a price only on the page',
    /The page shows price_old, which is not configured here/,
    {},
    priceOn({ priceId: 'price_old' }),
  ],
  [
    'no endpoint at Stripe',
    /Stripe has no webhook endpoint http:\/\/localhost/,
    {},
    ofStripe({ url: 'https://old.example' }),
  ],
  [
    'a disabled Stripe endpoint',
    /Stripe's webhook endpoint .* is disabled there/,
    {},
    ofStripe({ status: 'disabled' }),
  ],
  [
    'a Stripe endpoint with missing events',
    /does not send checkout\.session\.completed.*charge\.dispute\.created/,
    {},
    ofStripe({ enabled_events: ['invoice.paid'] }),
  ],
  [
    'undelivered Stripe events',
    /^1 messages of Stripe's last three days were not accepted/,
    {},
    { '/v1/events': (body) => ({ ...body, data: [{ id: 'evt_1', object: 'event', type: 'invoice.paid' }] }) },
  ],
  [
    'a site with another secret',
    /^The site rejects webhooks with STRIPE_WEBHOOK_SECRET/,
    {},
    { '/api/stripe/webhook': () => ({ answers: 400 }) },
  ],

  [
    'a wrong key at Chargebee',
    /Chargebee refuses CHARGEBEE_API_KEY.*authentication failed/,
    { CHARGEBEE_API_KEY: 'test_no' },
  ],
  [
    'an unknown item price',
    /CHARGEBEE_ITEM_PRICE_IDS names plan-gone, which Chargebee does not know/,
    { CHARGEBEE_ITEM_PRICE_IDS: 'plan-gone' },
  ],
  [
    'an archived item price',
    /names plan-monthly-USD, but it is archived there/,
    {},
    { [itemPrice]: ({ item_price }) => ({ item_price: { ...(item_price as object), status: 'archived' } }) },
  ],
  [
    'an item price with a trial in months',
    /names plan-monthly-USD, but its trial is counted in months/,
    {},
    { [itemPrice]: ({ item_price }) => ({ item_price: { ...(item_price as object), trial_period_unit: 'month' } }) },
  ],
  ['no webhook', /Chargebee has no webhook/, {}, ofChargebee({ url: 'https://old.example' })],
  [
    'undelivered Chargebee events',
    /^1 messages of Chargebee's last three days were not accepted/,
    {},
    { '/api/v2/events': () => ({ list: [{ event: { id: 'ev_1' } }] }) },
  ],
  [
    'a site with other credentials',
    /^The site rejects webhooks with CHARGEBEE_WEBHOOK_USER/,
    {},
    { '/api/chargebee/webhook': () => ({ answers: 401 }) },
  ],

  ['a wrong Notion token', /Notion does not show the database .*: API token is invalid/, { NOTION_TOKEN: 'ntn_wrong' }],
  [
    'an unknown Notion database',
    /Notion does not show the database/,
    { NOTION_DATABASE_ID: '5a3b1c70-0000-4000-8000-00000000ffff' },
  ],
  ['a missing property', /has no property slug/, {}, property('Slug', null)],
  [
    'a property of another type',
    /property published has the type select; it must be checkbox/,
    {},
    property('Published', 'select'),
  ],

  [
    'an unreachable database',
    /^Cannot query Postgres with DATABASE_URL: .*ECONNREFUSED/,
    { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
  ],
  [
    'an unreachable mail server',
    /^Cannot connect to the mail server with SMTP_URL: .*ECONNREFUSED/,
    { SMTP_URL: 'smtp://127.0.0.1:1' },
  ],
]
