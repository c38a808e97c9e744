import { limits, siteName } from '@/lib/site'

/** Explains the export: one entry for each part of the file. */
export const accountReadme = [
  `This file holds what ${siteName} has stored about you, as it was at the time in “exportedAt”. It is JSON: plain text.`,
  'Times are in UTC and written as 2026-11-29T09:00:00.000Z. “null” means that nothing is stored.',
  'Amounts are whole numbers in the smallest unit of their currency: 1900 with USD is 19.00 dollars.',
  'uid: your identifier. It is the same one in every part of this file.',
  'users: your record, from your sign-in and from you, when your sign-in last told us a new address, and the version and time of your consent to storing it.',
  'customers: who you are at a payment provider, and the address that we gave it last.',
  'subscriptions: your plans, as last reported by the provider or the app store, with what is charged next. “access” says whether a plan opens the paid parts, “isUnSubscribed” whether it will end instead of renewing.',
  'planChanges: one entry for each change of a plan: “kind” is what happened, “at” is when we recorded it.',
  'checkouts: the payment pages that you opened. “trialMarks” are codes computed from your confirmed address and phone number, which recognise a second trial.',
  'consents: what you agreed to by pressing a button to pay or to resume. “wordingVersion” is the version of the text in “wordings”.',
  'duplicates: plans that we ended because you need only one or asked for your money back, why, and how much we refunded.',
  `letters: our emails to you about your plan, kept for ${limits.emailDays} days. We did not send an email that a later change had made outdated, or a second one to an address before it was confirmed.`,
  `deletedUsers: if an account with your identifier was deleted before, when. It is kept for ${limits.deletedMonths} months, so that old sign-ins stay ended.`,
  `messages: what you sent us with the contact form, kept for ${limits.messageMonths} months, and only if the account’s email address is confirmed.`,
  'wordings: the wording shown next to the button, by version. Text in braces is filled in: the price, whether tax is added, and the first day of payment.',
  `Not in this file: your picture, which you see on your profile; your login, which the identity service keeps; your card, which the payment provider keeps; how often you asked this site for something, which is counted for a few hours at most; and, if you had a free trial or we wrote to you before your address was confirmed, codes computed from your address and phone number, which are kept for ${limits.trialMonths} months and from which neither can be read.`,
]
