import { paths } from './site'

export type PageEntry = {
  /** Canonical path in English: no query, no trailing slash. */
  path: string
  index?: false
}

/** All pages with fixed addresses. Their titles and descriptions are in `messages/<locale>/pages.json`. */
export const pages = {
  home: { path: paths.home },
  features: { path: paths.features },
  protocol: { path: paths.protocol },
  sessions: { path: paths.sessions },
  blog: { path: paths.blog },
  faq: { path: paths.faq },
  about: { path: paths.about },
  personal: { path: paths.personal },
  tools: { path: paths.tools },
  toolCards: { path: paths.toolCards },
  toolScore: { path: paths.toolScore },
  toolCall: { path: paths.toolCall },
  contact: { path: paths.contact },
  accessibility: { path: paths.accessibility },
  helpElsewhere: { path: paths.helpElsewhere },
  privacy: { path: paths.privacy },
  healthData: { path: paths.healthData },
  terms: { path: paths.terms },
  refund: { path: paths.refund },
  pricing: { path: paths.pricing },
  thankyou: { path: paths.thankyou, index: false },
  auth: { path: paths.auth, index: false },
  profile: { path: paths.profile, index: false },
} as const satisfies Record<string, PageEntry>

export type PageName = keyof typeof pages
