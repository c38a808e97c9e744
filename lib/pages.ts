import { paths, type BlogTag } from './site'

export type PageEntry = {
  /** Canonical path: no query, no trailing slash. */
  path: string
  title: string
  description: string
  /** Text on the preview image: the page's heading or the line below it, 60 characters at most. */
  card: string
  crumb?: string
  index?: false
}

/** All pages with fixed addresses. */
export const pages = {
  home: {
    path: paths.home,
    title: 'Unhurried: speech practice that lets you finish',
    description:
      'Practice in an app, group video calls and a therapy protocol that shows its evidence, for people who stutter (stammer). We don’t promise a cure.',
    card: 'Speech practice that lets you finish.',
    crumb: 'Home',
  },
  features: {
    path: paths.features,
    title: 'Features',
    description:
      'What’s in Unhurried, what each part is for, and what isn’t known: practice aloud or in silence, group calls, help in writing.',
    card: 'Everything here can wait for you.',
  },
  protocol: {
    path: paths.protocol,
    title: 'Therapy protocol',
    description:
      'Four parts for people who stutter (stammer). Each comes with its studies, including those that found no effect.',
    card: 'What you can try, and what is known about it.',
  },
  sessions: {
    path: paths.sessions,
    title: 'Group video calls',
    description:
      'How group calls for people who stutter work: the agenda, the rules, ways to take part without speaking, and when they are.',
    card: 'A call where waiting is part of the turn.',
  },
  blog: {
    path: paths.blog,
    title: 'Blog',
    description:
      'What is known about stuttering (stammering), what isn’t, and what studies have tried: in plain words, with numbered sources.',
    card: 'Written slowly, with sources.',
  },
  faq: {
    path: paths.faq,
    title: 'Questions',
    description:
      'Is there a cure? Do I have to speak in a call, or phone anyone? What does it cost, and how do I cancel? Plain answers, with sources.',
    card: 'Questions, answered in writing.',
  },
  about: {
    path: paths.about,
    title: 'About us',
    description:
      'What Unhurried is for, how it decides what to say about stuttering, how it earns its money, and what it won’t do.',
    card: 'Made for people who are told to hurry.',
  },
  personal: {
    path: paths.personal,
    title: 'Personal therapy',
    description:
      'We don’t offer sessions with a therapist yet. Here’s how they’ll go, and what we’ll tell you before you decide.',
    card: 'One person, and all the time your words take.',
  },
  tools: {
    path: paths.tools,
    title: 'Tools to try',
    description:
      'Three free tools for people who stutter (stammer): cards that say so, a drawing of your sentence, and a rehearsal of a group call.',
    card: 'Three small tools. No account, no microphone.',
    crumb: 'Tools',
  },
  toolCards: {
    path: paths.toolCards,
    title: 'Cards that say you stutter',
    description:
      'A card that says you stutter (stammer), for a border, a shop, a doctor or a phone call, in eleven languages. Show it, print it or save it.',
    card: 'Cards that say you stutter',
  },
  toolScore: {
    path: paths.toolScore,
    title: 'Draw your sentence',
    description:
      'Type a sentence, mark repeats, stretches, blocks and pauses, and see it as a drawing in which a pause weighs as much as a sound.',
    card: 'Draw your sentence',
  },
  toolCall: {
    path: paths.toolCall,
    title: 'Rehearse a group call',
    description:
      'Practise ten minutes of a group call in writing. At each turn you speak, type, pass or just listen, and see what happens. Nothing is sent.',
    card: 'Rehearse a group call',
  },
  contact: {
    path: paths.contact,
    title: 'Contact',
    description: 'Write to Unhurried, in your own words. We reply by email.',
    card: 'Write to us. We reply by email.',
  },
  accessibility: {
    path: paths.accessibility,
    title: 'Accessibility',
    description:
      'How Unhurried is tested for keyboards, screen readers, large text, zoom and touch, the gaps we know of, and how to report one.',
    card: 'What we test, and what is missing.',
  },
  helpElsewhere: {
    path: paths.helpElsewhere,
    title: 'Find help elsewhere',
    description:
      'Crisis lines with text and chat, associations of people who stutter (stammer) and registers of therapists, by country, each checked.',
    card: 'Find help elsewhere',
  },
  privacy: {
    path: paths.privacy,
    title: 'Privacy policy',
    description:
      'What Unhurried stores about you, why, for how long and who else sees it, in plain words; and how to download or delete it.',
    card: 'What we keep about you, in plain words.',
  },
  healthData: {
    path: paths.healthData,
    title: 'Your health data',
    description:
      'What Unhurried holds that may reveal something about your health, why, for how long, and how to withdraw your consent.',
    card: 'What we hold about your health, and why.',
    crumb: 'Health data',
  },
  terms: {
    path: paths.terms,
    title: 'Terms of service',
    description:
      'The agreement between you and Unhurried in plain words: what you get, what it is not, what you pay and how it ends.',
    card: 'What we agree on, in plain words.',
  },
  refund: {
    path: paths.refund,
    title: 'Cancellation and refund policy',
    description:
      'How to cancel an Unhurried plan online in two clicks, what you keep, app store plans, and how to ask for money back.',
    card: 'How to cancel, and how refunds work.',
    crumb: 'Cancellation and refund',
  },
  pricing: {
    path: paths.pricing,
    title: 'Plans and prices',
    description:
      'Monthly or yearly: the price, any free trial, when you are charged, whether tax is included and how to cancel, all before you pay.',
    card: 'Plans and prices',
    crumb: 'Plans',
  },
  thankyou: {
    path: paths.thankyou,
    title: 'Thank you',
    description: 'We’re confirming your payment. Your plan and its dates will appear here.',
    card: 'Thank you.',
    index: false,
  },
  auth: {
    path: paths.auth,
    title: 'Sign in or start',
    description: 'Sign in, or start with your email address, a phone number, Google or Facebook. We’ll never call.',
    card: 'Sign in or start.',
    crumb: 'Sign in',
    index: false,
  },
  profile: {
    path: paths.profile,
    title: 'Profile',
    description: 'Your plan with its dates, your picture, and your data: see it, download it, delete it.',
    card: 'Your plan and your data.',
    index: false,
  },
} as const satisfies Record<string, PageEntry>

export const tagAbouts: Readonly<Record<BlogTag, string>> = {
  stuttering:
    'What stuttering (stammering) is, how it sounds, what may come with it that others don’t hear, and what isn’t known yet.',
  information:
    'Numbers and findings about stuttering (stammering): where each one comes from, what it counts, and what it leaves open.',
  motivation:
    'For people who stutter (stammer), on good days and on bad ones. Nothing here asks you to be fluent first.',
  treatment:
    'What has been tried for stuttering (stammering), what studies found, and how sure anyone can be. No cure is promised.',
  challenges:
    'Telephones, meetings, machines that don’t wait: what can be hard for people who stutter (stammer), and what to ask for.',
  'other-disorders':
    'What may come with stuttering (stammering) but is its own thing, such as social anxiety, and what studies say about it.',
  services:
    'Help for people who stutter (stammer): what there is, what has been studied, and what to ask before you begin.',
  posts: 'How our posts about stuttering (stammering) are made: who writes them, and how to tell us about a mistake.',
}
