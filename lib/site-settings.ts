/** The settings that pages show: addresses, posts, external links and the company. */
import { defaultLocale, locales, type Locale } from './locales'
import { EnvError, EnvReader, isPublicSuffix, originOf, previewHosts, type Source } from './env/reader'

/** External links, and the company behind the service. */
export type SiteSettings = {
  app: string
  playStore: string
  appStore: string
  social: { label: string; href: string }[]
  mail: string
  /** Null until the owner sets it. */
  company: string | null
  companyAddress: string | null
  /** Days for “Cancel and refund”; 0 is off. */
  refundWindowDays: number
  /** The longest pause that users may choose; 0 is off. */
  pauseMonths: number
  scripts: { chat: string | null; analytics: string | null; heatmap: string | null }
  scriptSources: string[]
  /** Languages whose translation a native speaker has reviewed. The others are marked, and not for search engines. */
  reviewedLocales: Locale[]
}

/** Reserved names that lead nowhere. */
const placeholder = (site: string) => `https://${site}.unhurried.example`

function readSources(env: EnvReader): string[] {
  const sources = env.list('CONSENT_SCRIPT_SOURCES')
  for (const source of sources) {
    const [, wild, host = ''] = /^(?:https|wss):\/\/(\*\.)?([a-z0-9.-]+)(?::\d+)?$/i.exec(source) ?? []
    if (host && !(wild && isPublicSuffix(host))) continue
    env.report(
      `CONSENT_SCRIPT_SOURCES has "${source}"; each must be an origin such as https://chat.example or wss://*.chat.example, and strangers must not get hosts below *.`,
    )
  }
  return sources
}

export function readSiteSettings(env: EnvReader): SiteSettings {
  return {
    app: env.url('APP_URL') ?? placeholder('app'),
    playStore: env.url('PLAY_STORE_URL') ?? 'https://play.google.com/store/apps/details?id=example.unhurried',
    appStore: env.url('APP_STORE_URL') ?? 'https://apps.apple.com/app/id000000000',
    social: [
      { label: 'Instagram', href: env.url('INSTAGRAM_URL') ?? placeholder('instagram') },
      { label: 'YouTube', href: env.url('YOUTUBE_URL') ?? placeholder('youtube') },
      { label: 'Facebook', href: env.url('FACEBOOK_URL') ?? placeholder('facebook') },
      { label: 'X', href: env.url('X_URL') ?? placeholder('x') },
      { label: 'LinkedIn', href: env.url('LINKEDIN_URL') ?? placeholder('linkedin') },
    ],
    mail: env.matching('CONTACT_EMAIL', /^[^\s@<>"]+@[^\s@<>"]+$/, 'an email address') ?? 'hello@unhurried.example',
    company: env.get('COMPANY_NAME') ?? null,
    companyAddress: env.get('COMPANY_ADDRESS') ?? null,
    refundWindowDays: env.count('REFUND_WINDOW_DAYS', 14, 60),
    pauseMonths: env.count('PAUSE_MONTHS', 0, 3),
    scripts: {
      chat: env.url('CHAT_SCRIPT_URL'),
      analytics: env.url('ANALYTICS_SCRIPT_URL'),
      heatmap: env.url('HEATMAP_SCRIPT_URL'),
    },
    scriptSources: readSources(env),
    reviewedLocales: env.choices('REVIEWED_LOCALES', locales),
  }
}

export function siteSettings(source: Source = process.env): SiteSettings {
  return readSiteSettings(new EnvReader(source))
}

/** Whether the language is still to be reviewed by a native speaker. */
export const isDraft = (locale: Locale): boolean =>
  locale !== defaultLocale && !siteSettings().reviewedLocales.includes(locale)

export type BlogEnv =
  | { source: 'markdown'; folder: string }
  | { source: 'notion'; token: string; databaseId: string; apiBase: string | null }

function readOrigin(env: EnvReader, deployment: string, port: number): string {
  const value = env.get('SITE_ORIGIN')
  if (value === undefined) {
    if (deployment === 'local') return `http://localhost:${port}`
    env.report(
      'SITE_ORIGIN is not set: outside DEPLOYMENT=local it must name the site, such as https://unhurried.example.',
    )
    return 'http://localhost'
  }
  const origin = originOf(value)
  if (origin) return origin
  env.report(
    `SITE_ORIGIN is "${value}"; it must be an origin such as https://unhurried.example, with no path behind it.`,
  )
  return 'http://localhost'
}

function readBlog(env: EnvReader): BlogEnv {
  const source = env.choice('BLOG_SOURCE', ['markdown', 'notion'], 'markdown')
  const apiBase = env.vendorUrl('NOTION_API_BASE')
  if (source === 'markdown') return { source, folder: env.get('BLOG_FOLDER') ?? 'content/posts' }
  for (const name of ['NOTION_TOKEN', 'NOTION_DATABASE_ID']) {
    if (!env.get(name)) env.report(`${name} is not set, but BLOG_SOURCE is notion and needs it.`)
  }
  return {
    source,
    token: env.get('NOTION_TOKEN') ?? '',
    databaseId: env.get('NOTION_DATABASE_ID') ?? '',
    apiBase,
  }
}

export function readContent(env: EnvReader) {
  const deployment = env.choice('DEPLOYMENT', ['local', 'staging', 'production'], 'production')
  const port = env.port('PORT', 3000)
  return {
    deployment,
    port,
    siteOrigin: readOrigin(env, deployment, port),
    dataDir: env.get('DATA_DIR') ?? '.data',
    revalidateSecret: env.get('REVALIDATE_SECRET') ?? null,
    blog: readBlog(env),
    allowsCodeInjection: env.flag('BLOG_ALLOW_CODE_INJECTION'),
  }
}

function readChecked<T>(read: (env: EnvReader) => T): T {
  const env = new EnvReader(process.env)
  const result = read(env)
  if (env.problems.length > 0) throw new EnvError(env.problems)
  return result
}

/** A build lacks most other settings. */
export const readBlogEnv = (): BlogEnv => readChecked(readBlog)

let cached: ReturnType<typeof readContent> | undefined

/** @throws {EnvError} with a sentence for each problem */
export const contentEnv = () => (cached ??= readChecked(readContent))

/** The origin known at build time. Without `SITE_ORIGIN`, canonical links stay paths. */
export function originAtBuild(): URL | undefined {
  return URL.parse(process.env.SITE_ORIGIN?.trim() ?? '') ?? undefined
}

/** Next writes the home page's canonical address without a slash. */
const joinUrl = (path: string, origin: URL): string => (path === '/' ? origin.origin : new URL(path, origin).href)

export function absoluteUrlAtBuild(path: string): string {
  const origin = originAtBuild()
  return origin ? joinUrl(path, origin) : path
}

/** For the browser, as known at build time; undefined without `PREVIEW_HOSTS`. */
export const previewHostList = (): string | undefined => previewHosts().join(',') || undefined

/** Only available at request time. */
export function siteOrigin(): string {
  return contentEnv().siteOrigin
}

export function absoluteUrl(path: string): string {
  return joinUrl(path, new URL(siteOrigin()))
}
