import { isPublicSuffix } from './env/hosts'
import { EnvReader, type Source } from './env/reader'
import { siteName } from './site'

/** External links, and the company behind the service. */
export type SiteSettings = {
  app: string
  playStore: string
  appStore: string
  social: { label: string; href: string }[]
  mail: string
  company: string
  companyAddress: string
  scripts: { chat: string | null; analytics: string | null; heatmap: string | null }
  scriptSources: string[]
}

/** Reserved names that lead nowhere. */
const placeholders = {
  APP_URL: 'https://app.unhurried.example',
  PLAY_STORE_URL: 'https://play.google.com/store/apps/details?id=example.unhurried',
  APP_STORE_URL: 'https://apps.apple.com/app/id000000000',
  INSTAGRAM_URL: 'https://instagram.unhurried.example',
  YOUTUBE_URL: 'https://youtube.unhurried.example',
  FACEBOOK_URL: 'https://facebook.unhurried.example',
  X_URL: 'https://x.unhurried.example',
  LINKEDIN_URL: 'https://linkedin.unhurried.example',
} as const

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
  const url = (name: string) => env.url(name)
  const urlOrPlaceholder = (name: keyof typeof placeholders) => url(name) ?? placeholders[name]
  const mail = env.get('CONTACT_EMAIL') ?? 'hello@unhurried.example'
  if (!/^[^\s@<>"]+@[^\s@<>"]+$/.test(mail)) env.report(`CONTACT_EMAIL is "${mail}"; it must be an email address.`)
  return {
    app: urlOrPlaceholder('APP_URL'),
    playStore: urlOrPlaceholder('PLAY_STORE_URL'),
    appStore: urlOrPlaceholder('APP_STORE_URL'),
    social: [
      { label: 'Instagram', href: urlOrPlaceholder('INSTAGRAM_URL') },
      { label: 'YouTube', href: urlOrPlaceholder('YOUTUBE_URL') },
      { label: 'Facebook', href: urlOrPlaceholder('FACEBOOK_URL') },
      { label: 'X', href: urlOrPlaceholder('X_URL') },
      { label: 'LinkedIn', href: urlOrPlaceholder('LINKEDIN_URL') },
    ],
    mail,
    // Visible, so that a missing setting is noticed.
    company: env.get('COMPANY_NAME') ?? `${siteName} (company name not set)`,
    companyAddress: env.get('COMPANY_ADDRESS') ?? 'address not set',
    scripts: {
      chat: url('CHAT_SCRIPT_URL'),
      analytics: url('ANALYTICS_SCRIPT_URL'),
      heatmap: url('HEATMAP_SCRIPT_URL'),
    },
    scriptSources: readSources(env),
  }
}

export function siteSettings(source: Source = process.env): SiteSettings {
  return readSiteSettings(new EnvReader(source))
}
