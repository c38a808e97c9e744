import { useLocale } from 'next-intl'
import type about from '@/content/en/pages/about.json'
import type accessibility from '@/content/en/pages/accessibility.json'
import type features from '@/content/en/pages/features.json'
import type home from '@/content/en/pages/home.json'
import type personal from '@/content/en/pages/personal.json'
import type protocol from '@/content/en/pages/protocol.json'
import type sessions from '@/content/en/pages/sessions.json'
import type tools from '@/content/en/pages/tools.json'
import type { Locale } from '@/lib/locales'
import { readLocalJson } from '@/lib/content/content-files'

type Copies = {
  about: typeof about
  accessibility: typeof accessibility
  features: typeof features
  home: typeof home
  personal: typeof personal
  protocol: typeof protocol
  sessions: typeof sessions
  tools: typeof tools
}

/** The texts of a page (`content/<locale>/pages`). */
export const pageCopy = <Name extends keyof Copies>(name: Name, locale: Locale): Copies[Name] =>
  readLocalJson(locale, `pages/${name}.json`)

export const usePageCopy = <Name extends keyof Copies>(name: Name): Copies[Name] => pageCopy(name, useLocale())
