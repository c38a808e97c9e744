import 'server-only'
import type { Locale } from '@/lib/locales'
import { defaultLocale } from '@/lib/locales'
import about from '@/messages/en/about.json'
import accessibility from '@/messages/en/accessibility.json'
import account from '@/messages/en/account.json'
import appScreens from '@/messages/en/appScreens.json'
import auth from '@/messages/en/auth.json'
import authPage from '@/messages/en/authPage.json'
import blog from '@/messages/en/blog.json'
import blogPost from '@/messages/en/blogPost.json'
import blogSearch from '@/messages/en/blogSearch.json'
import blogTagNames from '@/messages/en/blogTagNames.json'
import blogTags from '@/messages/en/blogTags.json'
import calendar from '@/messages/en/calendar.json'
import callCalendar from '@/messages/en/callCalendar.json'
import cards from '@/messages/en/cards.json'
import contact from '@/messages/en/contact.json'
import contactForm from '@/messages/en/contactForm.json'
import contactView from '@/messages/en/contactView.json'
import emails from '@/messages/en/emails.json'
import errorPages from '@/messages/en/errorPages.json'
import errors from '@/messages/en/errors.json'
import exportReadme from '@/messages/en/exportReadme.json'
import failed from '@/messages/en/failed.json'
import faq from '@/messages/en/faq.json'
import faqSearch from '@/messages/en/faqSearch.json'
import features from '@/messages/en/features.json'
import feeds from '@/messages/en/feeds.json'
import helpElsewhere from '@/messages/en/helpElsewhere.json'
import heroScore from '@/messages/en/heroScore.json'
import home from '@/messages/en/home.json'
import identity from '@/messages/en/identity.json'
import pages from '@/messages/en/pages.json'
import personal from '@/messages/en/personal.json'
import plan from '@/messages/en/plan.json'
import pricing from '@/messages/en/pricing.json'
import pricingPage from '@/messages/en/pricingPage.json'
import profile from '@/messages/en/profile.json'
import protocol from '@/messages/en/protocol.json'
import reading from '@/messages/en/reading.json'
import rendered from '@/messages/en/rendered.json'
import retry from '@/messages/en/retry.json'
import savedPage from '@/messages/en/savedPage.json'
import savedPosts from '@/messages/en/savedPosts.json'
import searchField from '@/messages/en/searchField.json'
import sentence from '@/messages/en/sentence.json'
import serverPages from '@/messages/en/serverPages.json'
import session from '@/messages/en/session.json'
import sessions from '@/messages/en/sessions.json'
import share from '@/messages/en/share.json'
import site from '@/messages/en/site.json'
import thankYou from '@/messages/en/thankYou.json'
import therapist from '@/messages/en/therapist.json'
import timetable from '@/messages/en/timetable.json'
import toolCall from '@/messages/en/toolCall.json'
import toolCards from '@/messages/en/toolCards.json'
import toolScore from '@/messages/en/toolScore.json'
import toolStorage from '@/messages/en/toolStorage.json'
import tools from '@/messages/en/tools.json'
import widget from '@/messages/en/widget.json'

const english = {
  about,
  accessibility,
  account,
  appScreens,
  auth,
  authPage,
  blog,
  blogPost,
  blogSearch,
  blogTagNames,
  blogTags,
  calendar,
  callCalendar,
  cards,
  contact,
  contactForm,
  contactView,
  emails,
  errorPages,
  errors,
  exportReadme,
  failed,
  faq,
  faqSearch,
  features,
  feeds,
  helpElsewhere,
  heroScore,
  home,
  identity,
  pages,
  personal,
  plan,
  pricing,
  pricingPage,
  profile,
  protocol,
  reading,
  rendered,
  retry,
  savedPage,
  savedPosts,
  searchField,
  sentence,
  serverPages,
  session,
  sessions,
  share,
  site,
  thankYou,
  therapist,
  timetable,
  toolCall,
  toolCards,
  toolScore,
  toolStorage,
  tools,
  widget,
}

export type Messages = typeof english
export type Namespace = keyof Messages

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

/** The words of the interface by namespace (`messages/<locale>/<namespace>.json`). */
export async function messagesOf(locale: Locale): Promise<Messages> {
  if (locale === defaultLocale) return english
  const known = loaded.get(locale) ?? load(locale)
  loaded.set(locale, known)
  return known
}
