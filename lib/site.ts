/** Name, paths and constants of the product. */
import { splitPath } from './locales'

export const siteName = 'Unhurried'

/** Default hosts. `example` is reserved and leads nowhere. */
export const defaultHosts = {
  main: 'unhurried.example',
  staging: 'staging.unhurried.example',
} as const

export const paths = {
  home: '/',
  features: '/features',
  protocol: '/therapy-protocol',
  sessions: '/sessions',
  blog: '/blog',
  feed: '/blog/rss.xml',
  faq: '/faq',
  about: '/about',
  privacy: '/privacy-policy',
  healthData: '/health-data',
  terms: '/terms-service',
  refund: '/cancellation-refund',
  personal: '/personal-therapy-2',
  therapist: (slug: string) => `/therapist/${slug}`,
  post: (slug: string) => `/blog/${slug}`,
  tag: (tag: string) => `/blog/tag/${tag}`,
  by: (author: string) => `/blog/by/${author}`,
  listPage: (list: string, n: number) => (n === 1 ? list : `${list}/page/${n}`),
  tagFeed: (tag: string) => `/blog/tag/${tag}/rss.xml`,
  searchIndex: '/blog/search.json',
  blogFile: (page: string, file: string) => `/blog/file/${page}/${file}`,
  blogFooter: (slug: string) => `/blog/footer/${slug}`,
  auth: '/auth',
  profile: '/profile',
  pricing: '/pricing/start',
  thankyou: '/pricing/thankyou',
  contact: '/contact',
  accessibility: '/accessibility',
  helpElsewhere: '/help-elsewhere',
  tools: '/tools',
  toolCards: '/tools/cards',
  toolScore: '/tools/score',
  toolCall: '/tools/first-call',
  /** Preview image of a page. */
  picture: (path: string) => `/og${path === '/' ? '/home' : path}.png`,
} as const

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

/** Opens the sign-in page for a new visitor. */
export const signUpAddress = `${paths.auth}?visit=new`

/** Shown for missing and failed pages, and never linked. */
export const errorPagePaths = {
  missing: '/no-page-at-this-address',
  failed: '/something-went-wrong',
} as const

/** Addresses registered with other services; these two end in a slash. */
export const registeredPaths = {
  postLogin: '/pricing/start/?c=true',
  checkoutSuccess: '/pricing/thankyou/',
  checkoutCancel: '/pricing/start',
  previewEnd: '/api/preview/end',
} as const

export const headerLinks = [
  { id: 'features', href: paths.features },
  { id: 'protocol', href: paths.protocol },
  { id: 'calls', href: paths.sessions },
  { id: 'blog', href: paths.blog },
] as const

export const blogTags = [
  'stuttering',
  'information',
  'motivation',
  'treatment',
  'challenges',
  'other-disorders',
  'services',
  'posts',
] as const
export type BlogTag = (typeof blogTags)[number]

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

/** The key of a tag or an error in messages: `plan-ended` → `planEnded`. */
export const messageKey = <Name extends string>(name: Name) =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as Camel<Name>

export const sampleTherapist = 'sample-therapist'

export const storeCancelAddress = {
  play_store: 'https://play.google.com/store/account/subscriptions',
  app_store: 'https://apps.apple.com/account/subscriptions',
} as const

export const copyrightYear = 2023

/** Constants that the owner has fixed. Times are in milliseconds unless the name says otherwise. */
export const limits = {
  feedPosts: 20,
  nameLength: 200,
  listPosts: 20,
  builtPages: 20,
  searchPosts: 500,
  relatedPosts: 3,
  tocDepth: 2,
  imageQuality: 80,
  imageWidths: [320, 480, 768, 1080, 1536],
  containerPollMs: 200,
  busyDelayMs: 500,
  prefetchMarginPx: 200,
  passwordLength: 6,
  resendWaitSeconds: 15,
  /** A small file can hold so many that decoding one takes seconds and hundreds of megabytes. */
  picturePixels: 50_000_000,
  /** The privacy policy names these periods. */
  messageMonths: 12,
  /** Longer than the window of any notice, whose row keeps it from being sent twice. */
  emailDays: 90,
  checkoutMonths: 12,
  /** And at least a year after the plan's last change. */
  consentYears: 3,
  deletedMonths: 12,
  trialMonths: 24,
  recentSignInMinutes: 10,
} as const

/** Our picture as the optimiser sends it, in one of `limits.imageWidths`. */
export const optimisedPicture = (url: string, width: number) =>
  `/_next/image?url=${encodeURIComponent(url)}&w=${width}&q=${limits.imageQuality}`

export const tokenHeader = 'firebase-auth-token'

/** Has `REVALIDATE_SECRET`, in calls of the owner. */
export const secretHeader = 'x-revalidate-secret'

/** Makes insert-or-update fill only missing fields. */
export const fillHeader = 'x-fill-only'

/** Version of the health-data consent that a new user has ticked. */
export const healthConsentHeader = 'x-health-consent'

/** The language in which it was shown: one of `locales`. */
export const healthConsentLanguageHeader = 'x-health-consent-language'

export const consentHeader = 'x-consent-wording'

export const checkoutUiHeader = 'x-checkout-ui'

/** Price and trial shown beside the pressed button. */
export const shownTermsHeader = 'x-shown-terms'

export const ephemeralKeyVersion = '2020-08-27'

export const storageKeys = {
  theme: 'theme',
  /** `spaced`, `narrow` or both. */
  reading: 'unhurried-reading',
  /** Hint that this visitor has signed in here: JSON `{uid, at}`; `at` is set after a change of plan. */
  session: 'unhurried-session',
  /** Per tab: JSON `{uid, at, user, plan}`, valid while the hint has the same `uid` and `at`. */
  cachedSession: 'unhurried-copy',
  /** Chosen before signing in: a price id, valid for an hour. */
  chosenPrice: 'unhurried-price',
  /** Per tab: the visitor left to pay; JSON `{uid, at}`, valid for an hour. */
  leftToPay: 'unhurried-left-to-pay',
  /** Per tab: signed out on the previous page; shown once. */
  signedOut: 'unhurried-signed-out',
  /** Provider of the running redirect; valid for an hour. */
  redirect: 'unhurried-redirect',
  /** Whether a sign-in link was requested as a new or known user; valid for an hour. */
  sentLink: 'unhurried-link',
  /** Per tab: the opened sign-in link, without an address; valid for an hour. */
  openedLink: 'unhurried-opened-link',
  /** Per tab: JSON `{ahead}`, the milliseconds by which the device's clock is ahead, if clearly wrong. */
  clock: 'unhurried-clock',
  /** Version and language of the ticked health-data consent, until the account is stored; valid for an hour. */
  healthConsent: 'unhurried-health-consent',
  /** `accepted` or `declined`. */
  consent: 'unhurried-consent',
  /** Set once the visitor has chosen a language, or closed the offer of one. */
  language: 'unhurried-language',
} as const

/** Settings of next-themes, which the head script follows. */
export const themeSettings = {
  attribute: 'class',
  storageKey: storageKeys.theme,
  defaultTheme: 'system',
  enableSystem: true,
} as const

/** Seconds for which the layers between a post and its reader may hold it (docs/blog.md, "Where a post is cached"). */
export const postTimes = {
  /** How long one reading of the source counts. */
  list: { markdown: 4, notion: 30 },
  /** Pages are dropped. Before that, after `revalidate` in `app/blog` and `app/og`, they are renewed behind the reader. */
  expirePage: 150,
  /** Browsers may keep feeds and footer code. */
  browserCache: 300,
} as const

/** Lists saved posts, and replaces pages that are not stored. Stored as long as a post or a tool is. */
export const offlinePage = { path: '/blog/kept/posts', cacheName: 'unhurried-offline-page' } as const

export const picturePath = (uid: string) => `users/${uid}/profilePicture.png`

/** @param path also with a language, as in `/es/profile` */
export const isPrivatePath = (path: string) => /^\/(auth|profile|pricing)(\/|$)/.test(splitPath(path).path)
