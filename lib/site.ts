/**
 * The name, every path and every constant of the product, in one place. A new owner changes this file, the texts and
 * colours (`lib/pages.ts`, `content/`, `lib/tokens.ts`) and the environment.
 */

export const siteName = 'Unhurried'

/** Hosts when the environment names none. `example` is reserved and reaches nobody. */
export const defaultHosts = {
  main: 'unhurried.example',
  staging: 'staging.unhurried.example',
} as const

/** Every address of the site, without a trailing slash (which canonical links never carry). */
export const paths = {
  home: '/',
  features: '/features',
  protocol: '/therapy-protocol',
  sessions: '/sessions',
  blog: '/blog',
  feed: '/blog/rss.xml',
  atom: '/blog/atom.xml',
  jsonFeed: '/blog/feed.json',
  faq: '/faq',
  about: '/about',
  privacy: '/privacy-policy',
  terms: '/terms-service',
  refund: '/cancellation-refund',
  personal: '/personal-therapy-2',
  therapist: (slug: string) => `/therapist/${slug}`,
  post: (slug: string) => `/blog/${slug}`,
  tag: (tag: string) => `/blog/tag/${tag}`,
  by: (author: string) => `/blog/by/${author}`,
  /** Page `n` of a list of posts: the list's own address is its first page. */
  listPage: (list: string, n: number) => (n === 1 ? list : `${list}/page/${n}`),
  /** The three feeds of a tag. */
  tagFeed: (tag: string, file: 'rss.xml' | 'atom.xml' | 'feed.json' = 'rss.xml') => `/blog/tag/${tag}/${file}`,
  /** A part of the index that the search box loads, from 1: the newest posts are in the first. */
  searchPart: (n: number) => `/blog/search/${n}.json`,
  /** A file that Notion keeps, at an address that does not expire. */
  blogFile: (page: string, file: string) => `/blog/file/${page}/${file}`,
  /** The code that a post carries for its foot, as a document of its own. */
  blogFooter: (slug: string) => `/blog/footer/${slug}`,
  auth: '/auth',
  profile: '/profile',
  pricing: '/pricing/start',
  thankyou: '/pricing/thankyou',
  contact: '/contact',
  /** The picture that a shared link to a page shows. */
  picture: (path: string) => `/og${path === '/' ? '/home' : path}.png`,
} as const

/** The app's icons, by the last part of their address: for home screens of phones, and for the manifest. Sizes in pixels. */
export const appIcons: Readonly<Record<string, { size: number; maskable?: boolean }>> = {
  '180.png': { size: 180 },
  '192.png': { size: 192 },
  '512.png': { size: 512 },
  'maskable-512.png': { size: 512, maskable: true },
}

/** Nobody is led here: what stands here is shown in place of a page that is not there, and of one that failed. */
export const instead = {
  ofMissing: '/no-page-at-this-address',
  ofFailed: '/something-went-wrong',
} as const

/** The exact addresses that other programs and providers are given: these two end in a slash. */
export const exact = {
  /** Where a person arrives after signing in, unless the page asked for another address here. */
  postLogin: '/pricing/start/?c=true',
  /** Where a provider sends a person back to after paying. */
  checkoutSuccess: '/pricing/thankyou/',
  /** Where a provider sends a person who turned back. */
  checkoutCancel: '/pricing/start',
  /** Where a publisher leaves the preview of a post. */
  previewEnd: '/api/preview/end',
} as const

/** Header navigation, in the order of the specification. */
export const headerLinks = [
  { label: 'Features', href: paths.features },
  { label: 'Therapy Protocol', href: paths.protocol },
  { label: 'Video Calls', href: paths.sessions },
  { label: 'Blog', href: paths.blog },
] as const

/** Tags of the blog, in the order of the specification. */
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

/** A tag's name in words. */
export const tagWords = (tag: string) => tag.replaceAll('-', ' ')

/** What posts with this tag are about; the tag `posts` is for posts about posts. */
export const tagMatter = (tag: string) => (tag === 'posts' ? 'our posts' : tagWords(tag))

/** The sample therapist's page; the file's name in `content/therapists` is the slug. */
export const sampleTherapist = 'sample-therapist'

/** Where a plan bought in an app store is cancelled: the stores' own pages. */
export const storeCancelAddress = {
  play_store: 'https://play.google.com/store/account/subscriptions',
  app_store: 'https://apps.apple.com/account/subscriptions',
} as const

/** The owner's claim. It is shown in the app-download banner and nowhere else. */
export const ownersClaim = 'Used by more than 50,000 people from over 190 countries.'

/** The year of the copyright line, a constant of the specification. */
export const copyrightYear = 2023

/** Constants of the specification, section 9; times in milliseconds. */
export const limits = {
  feedPosts: 20,
  /** Letters of a person's name, as every way of entering one takes it. */
  nameLength: 200,
  /** Posts on a page of a list. */
  listPosts: 20,
  /** Posts, and pages of lists, that are built ahead. */
  builtPages: 20,
  /** Posts in one part of the search index. */
  searchPosts: 500,
  relatedPosts: 3,
  tocDepth: 2,
  imageQuality: 80,
  /** Widths of a picture in pixels: a column of text is 48rem wide at most, at the usual densities. */
  imageWidths: [320, 480, 768, 1080, 1536],
  containerPollMs: 200,
  busyDelayMs: 500,
  prefetchMarginPx: 200,
  passwordLength: 6,
  pictureBytes: 5 * 1024 * 1024,
  /** How long a message of the contact form is kept; the privacy policy says the same. */
  messageMonths: 12,
  /** How long a letter about a plan is kept once it was written; the privacy policy says the same of these. */
  letterDays: 30,
  /** Days for which a file of a build can be had after the last process of that build. */
  buildFileDays: 14,
  /** How long a payment page that was opened is remembered. */
  checkoutMonths: 12,
  /** How long consents and changes of a plan are kept: that long, and a year after the plan's last change. */
  consentYears: 3,
  /** How long the mark of a deleted account, and its customer numbers, are kept. */
  deletedMonths: 12,
  /** How long the hash of an address with which a free trial was begun is kept. */
  trialMonths: 24,
  /** Minutes within which somebody must have signed in who deletes their account. */
  recentSignInMinutes: 10,
} as const

/** The header that carries the identity token. */
export const tokenHeader = 'firebase-auth-token'

/** With this header insert-or-update only fills what the stored record lacks, and replaces nothing. */
export const fillHeader = 'x-fill-only'

/** With a checkout or a resumption: the version of the words beside the button that was pressed. */
export const consentHeader = 'x-consent-wording'

/** With a checkout: `embedded` asks for a page that opens inside ours, where that is configured. */
export const checkoutUiHeader = 'x-checkout-ui'

/** With a checkout: the price and the trial that stood beside the button that was pressed. */
export const shownTermsHeader = 'x-shown-terms'

/** The mobile SDK's API version that ephemeral keys are made for: one fixed value. */
export const ephemeralKeyVersion = '2020-08-27'

/** Keys of what the browser stores. The theme's key is next-themes' own default. */
export const storageKeys = {
  theme: 'theme',
  /** Local hint that somebody signed in here before; JSON `{uid, at}`, `at` once their plan has changed. */
  session: 'unhurried-session',
  /** Per-tab copy of the user and plan; JSON `{uid, at, user, plan}`, good while the hint has the same `uid` and `at`. */
  copy: 'unhurried-copy',
  /** The plan an anonymous visitor chose before signing in: a price id, good for an hour. */
  chosenPrice: 'unhurried-price',
  /** Per tab: that a payment page was left for; JSON `{uid, at}`, good for an hour. */
  leftToPay: 'unhurried-left-to-pay',
  /** The provider that the sign-in page was left for, without an address; good for an hour. */
  redirect: 'unhurried-redirect',
  /** That a link was asked for as somebody new or known, without an address; good for an hour. */
  sentLink: 'unhurried-link',
  /** Per tab: the sign-in link that was opened and is not used yet, without an address; good for an hour. */
  openedLink: 'unhurried-opened-link',
  /** What a person chose about scripts of others: `accepted` or `declined`. */
  consent: 'unhurried-consent',
} as const

/** Posts that somebody keeps on a device, to read them without a connection. */
export const keeping = {
  /** The number is that of the format; nothing in it depends on the build. */
  cache: 'unhurried-kept-1',
  /** Begins the name of every cache of ours, whatever its format. */
  caches: 'unhurried-kept-',
  /** Key of the list of what is kept: no server knows this address. */
  list: '/blog/kept/list.json',
  worker: '/keep.js',
  /** Covers the blog's index, too, which ends without a slash. */
  scope: '/blog',
  /** The page that stands in for one that is not kept. */
  standIn: '/blog/kept/posts',
} as const

/** Where a person's picture is kept in the storage bucket. */
export const picturePath = (uid: string) => `users/${uid}/profilePicture.png`

/** Pages on which no script of others ever loads, whatever was chosen: signing in, paying, the profile. */
export const isPrivatePath = (path: string) => /^\/(auth|profile|pricing)(\/|$)/.test(path)
