import { randomBytes } from 'node:crypto'
import type { Provider } from '@/lib/contract/plan'
import { portsOf } from './ports'
import { projectId } from './project'
import type { ScriptName } from './vendors/third-party-scripts'
import { settingsAt } from './vendors/settings'

type Source = Record<string, string | undefined>

/** By name, because other programs of the same vendors have variables with the same prefixes. */
export const settingGroups = {
  identity: [
    'FIREBASE_API_KEY',
    'FIREBASE_AUTH_DOMAIN',
    'FIREBASE_PROJECT_ID',
    'FIREBASE_APP_ID',
    'FIREBASE_AUTH_EMULATOR_HOST',
    'FIREBASE_STORAGE_EMULATOR_HOST',
    'FIREBASE_SERVICE_ACCOUNT',
    'FIREBASE_KEYS_URL',
    'FIREBASE_ACCOUNTS_URL',
    'FIREBASE_STORAGE_URL',
  ],
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_IDS', 'STRIPE_API_BASE'],
  chargebee: [
    'CHARGEBEE_SITE',
    'CHARGEBEE_API_KEY',
    'CHARGEBEE_WEBHOOK_USER',
    'CHARGEBEE_WEBHOOK_PASSWORD',
    'CHARGEBEE_ITEM_PRICE_IDS',
    'CHARGEBEE_API_BASE',
  ],
  notion: ['NOTION_TOKEN', 'NOTION_DATABASE_ID', 'NOTION_API_BASE'],
  scripts: ['CHAT_SCRIPT_URL', 'ANALYTICS_SCRIPT_URL', 'HEATMAP_SCRIPT_URL'],
} as const satisfies Record<Provider | 'identity' | 'notion' | 'scripts', readonly string[]>

/** Adds a stand-in for each group without any setting. `readEnv` reports incomplete groups. */
export function composeEnvironment(source: Source): Record<string, string> {
  const ports = portsOf(source)
  const given = Object.fromEntries(
    Object.entries(source).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1].trim() !== '',
    ),
  )
  // The site reads `.env` itself, so an empty variable must be set to override it.
  const emptyVariables = Object.fromEntries(Object.keys(source).flatMap((name) => (name in given ? [] : [[name, '']])))
  const isUntouched = (group: keyof typeof settingGroups) => !settingGroups[group].some((name) => name in given)
  const siteOrigin = given.SITE_ORIGIN ?? `http://localhost:${ports.PORT || 3000}`
  const vendors = `http://127.0.0.1:${ports.LOCAL_VENDORS_PORT}`
  const script = (name: ScriptName) => `http://localhost:${ports.LOCAL_VENDORS_PORT}/scripts/${name}.js`
  return {
    ...emptyVariables,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    REVALIDATE_SECRET: randomBytes(24).toString('base64url'),
    SITE_ORIGIN: siteOrigin,
    ...(isUntouched('identity') && {
      FIREBASE_API_KEY: 'local-api-key',
      FIREBASE_AUTH_DOMAIN: URL.parse(siteOrigin)?.host ?? `localhost:${ports.PORT}`,
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_APP_ID: 'local-app',
      FIREBASE_SECOND_FACTORS: 'phone',
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${ports.AUTH_EMULATOR_PORT}`,
      FIREBASE_STORAGE_EMULATOR_HOST: `127.0.0.1:${ports.STORAGE_EMULATOR_PORT}`,
    }),
    ...(isUntouched('stripe') && settingsAt.stripe(vendors)),
    ...(isUntouched('chargebee') && settingsAt.chargebee(vendors)),
    ...(given.BLOG_SOURCE === 'notion' && isUntouched('notion') && settingsAt.notion(vendors)),
    // Browsers load these, so they need localhost.
    ...(isUntouched('scripts') && {
      CHAT_SCRIPT_URL: script('chat'),
      ANALYTICS_SCRIPT_URL: script('analytics'),
      HEATMAP_SCRIPT_URL: script('heatmap'),
    }),
    ...given,
    // A `.env` for another deployment must not change this.
    DEPLOYMENT: 'local',
    DATA_DIR: given.DATA_DIR ?? '.data',
    NEXT_TELEMETRY_DISABLED: '1',
  }
}

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Stand-ins do not know a production site's customers, so its database would lose all plans. */
export function productionDatabaseProblem({ SITE_ORIGIN, DATABASE_URL }: Source): string[] {
  const host = URL.parse(SITE_ORIGIN ?? '')?.hostname
  if (!DATABASE_URL || host === undefined || loopbackHost.test(host)) return []
  return [
    `SITE_ORIGIN is ${SITE_ORIGIN} and DATABASE_URL is set: these are the settings of a site that people use.\n` +
      'The stand-ins would overwrite real data in that database, so nothing was started.\n' +
      'To start without it: SITE_ORIGIN= DATABASE_URL= npm run local',
  ]
}
