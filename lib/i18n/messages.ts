import 'server-only'
import { createTranslator } from 'next-intl'
import type { Locale } from '@/lib/locales'

/** The files of `messages/<locale>`. Those in English give the types. */
const english = {
  about: () => import('@/messages/en/about.json'),
  accessibility: () => import('@/messages/en/accessibility.json'),
  account: () => import('@/messages/en/account.json'),
  appScreens: () => import('@/messages/en/appScreens.json'),
  auth: () => import('@/messages/en/auth.json'),
  authPage: () => import('@/messages/en/authPage.json'),
  blog: () => import('@/messages/en/blog.json'),
  blogPost: () => import('@/messages/en/blogPost.json'),
  blogSearch: () => import('@/messages/en/blogSearch.json'),
  blogTagNames: () => import('@/messages/en/blogTagNames.json'),
  blogTags: () => import('@/messages/en/blogTags.json'),
  calendar: () => import('@/messages/en/calendar.json'),
  callCalendar: () => import('@/messages/en/callCalendar.json'),
  cards: () => import('@/messages/en/cards.json'),
  contact: () => import('@/messages/en/contact.json'),
  contactForm: () => import('@/messages/en/contactForm.json'),
  contactView: () => import('@/messages/en/contactView.json'),
  emails: () => import('@/messages/en/emails.json'),
  errorPages: () => import('@/messages/en/errorPages.json'),
  errors: () => import('@/messages/en/errors.json'),
  exportReadme: () => import('@/messages/en/exportReadme.json'),
  failed: () => import('@/messages/en/failed.json'),
  faq: () => import('@/messages/en/faq.json'),
  faqSearch: () => import('@/messages/en/faqSearch.json'),
  features: () => import('@/messages/en/features.json'),
  feeds: () => import('@/messages/en/feeds.json'),
  helpElsewhere: () => import('@/messages/en/helpElsewhere.json'),
  heroScore: () => import('@/messages/en/heroScore.json'),
  home: () => import('@/messages/en/home.json'),
  identity: () => import('@/messages/en/identity.json'),
  pages: () => import('@/messages/en/pages.json'),
  personal: () => import('@/messages/en/personal.json'),
  plan: () => import('@/messages/en/plan.json'),
  pricing: () => import('@/messages/en/pricing.json'),
  pricingPage: () => import('@/messages/en/pricingPage.json'),
  profile: () => import('@/messages/en/profile.json'),
  protocol: () => import('@/messages/en/protocol.json'),
  reading: () => import('@/messages/en/reading.json'),
  rendered: () => import('@/messages/en/rendered.json'),
  retry: () => import('@/messages/en/retry.json'),
  savedPage: () => import('@/messages/en/savedPage.json'),
  savedPosts: () => import('@/messages/en/savedPosts.json'),
  searchField: () => import('@/messages/en/searchField.json'),
  sentence: () => import('@/messages/en/sentence.json'),
  serverPages: () => import('@/messages/en/serverPages.json'),
  session: () => import('@/messages/en/session.json'),
  sessions: () => import('@/messages/en/sessions.json'),
  share: () => import('@/messages/en/share.json'),
  site: () => import('@/messages/en/site.json'),
  thankYou: () => import('@/messages/en/thankYou.json'),
  therapist: () => import('@/messages/en/therapist.json'),
  timetable: () => import('@/messages/en/timetable.json'),
  toolCall: () => import('@/messages/en/toolCall.json'),
  toolCards: () => import('@/messages/en/toolCards.json'),
  toolScore: () => import('@/messages/en/toolScore.json'),
  toolStorage: () => import('@/messages/en/toolStorage.json'),
  tools: () => import('@/messages/en/tools.json'),
  widget: () => import('@/messages/en/widget.json'),
}

export type Namespace = keyof typeof english
export type Messages = { [Name in Namespace]: Awaited<ReturnType<(typeof english)[Name]>>['default'] }

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

const loaded = new Map<Locale, Promise<Messages>>()

async function load(locale: Locale): Promise<Messages> {
  const files = await Promise.all(
    Object.keys(english).map(async (namespace) => {
      const file = (await import(`../../messages/${locale}/${namespace}.json`)) as { default: unknown }
      return [namespace, file.default]
    }),
  )
  return Object.fromEntries(files) as Messages
}

/** The words of the interface by namespace. */
export function messagesOf(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale) ?? load(locale)
  loaded.set(locale, known)
  return known
}

/** The words of a namespace outside of pages: emails, feeds, pictures, answers. */
export const translatorOf = async <Name extends Namespace>(locale: Locale, namespace: Name) =>
  createTranslator<Messages, Name>({ locale, namespace, messages: await messagesOf(locale), timeZone: 'UTC' })
