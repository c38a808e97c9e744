import { limits, siteName } from '@/lib/site'

const entry = (...lines: string[]) => lines.join(' ')

export const accountReadme = [
  entry(
    `This file holds what ${siteName} has stored about you, as it was at the time in “exportedAt”. It is`,
    'JSON: plain text that any editor shows.',
  ),
  entry(
    'Times are in UTC and written as 2026-11-29T09:00:00.000Z. “null” means that nothing is stored. Amounts',
    'are whole numbers in the smallest unit of their currency: 1900 with USD is 19.00 dollars.',
  ),
  entry('uid: your identifier. It is the same one in every part of this file.'),
  entry(
    'users: your account details. “name”, “username”, “email” and “phone” are what your sign-in or you gave us,',
    '“emailVerified” says whether the sign-in service has confirmed that address, “providerId” is the way you',
    'signed in, “tokenIssuedAt” says when it last told us a new address, “createdAt” and “updatedAt” say when the',
    'record was made and last changed.',
  ),
  entry(
    'customers: who you are at a payment provider. “provider” is its name, “customerId” your reference there,',
    '“generation” counts the references that you had there before, “email” is the address that we gave it last,',
    '“createdAt” is when you got this one.',
  ),
  entry(
    'subscriptions: your plans, as last reported by the provider or the app store. “store” is where a plan was',
    'bought, “id” its reference there, “customerId” your reference there, “productIdentifier” and',
    '“priceId” say what was bought, “amount”, “currency” and “interval” are its price and how often it is',
    'charged. “status” is its state, “isUnSubscribed” says whether it will end instead of renewing, “access”',
    'whether it opens the paid parts, “openInvoice” whether an invoice of it is still to be charged.',
    '“nextChargeAt”, “nextChargeAmount” and “nextChargeCurrency” are the next charge, as far as it was certain;',
    '“charges” says whether another may come, “adjusted” whether one may differ from the price.',
    '“paymentIssue” is why a payment is open and “retryAt” when it is tried again, “cardExpires” is the last month',
    'of your card, “neverBegan” what a plan waited for when it ended before its beginning.',
    '“currentPeriodEnd”, “trialEnd”, “startedAt” and “endsAt” (an end that is set) are its dates; “seenAt” and',
    '“updatedAt” say when we first and last received it. “stamp” and “written” are internal sequence numbers.',
  ),
  entry(
    'planChanges: one entry for each change of a plan. “subscriptionId” is the plan, “kind” is what happened,',
    '“statusBefore” and “status” are its state before and after, “at” is when we recorded it; “store”,',
    '“stamp”, “customerId”, “isUnSubscribed”, “access”, “priceId”, “amount”, “currency”, “interval” and',
    '“currentPeriodEnd” and “endsAt” are as in subscriptions, after the change.',
  ),
  entry(
    'checkouts: the payment pages that you opened. “id” is our reference and “sessionId” the provider’s,',
    '“provider” and “priceId” say where and for what, “successUrl” and “cancelUrl” are where the page led',
    'back to, “trialDays” is the length of the trial it offered, “trialMarks” are codes computed from your',
    'confirmed address and phone number, which recognise a second trial, “ui” says whether it was the provider’s own',
    'page or inside ours, “open” whether it can still be paid, “createdAt” and “expiresAt” are its times.',
  ),
  entry(
    'consents: what you agreed to by pressing a button to pay or to resume. “id” is our reference, “kind” is',
    'renewal or resume, “wordingVersion” is the version of the text in “wordings”, “at” is when you pressed;',
    '“provider”, “customerId”, “priceId”, “amount”, “currency”, “interval”, “trialDays” and “taxBehavior”',
    '(whether the price includes tax, according to the provider) are what it was about.',
  ),
  entry(
    'duplicates: plans that we ended because you need only one. “reason” is second-plan (you already had',
    'another), second-trial or gave-way (not running, or overdue, while you had another). “store”,',
    '“subscriptionId” and “customerId” say which. “foundAt”, “endedAt” and “refundedAt” (nothing left to refund',
    'or to collect) say when, “refunded” and “currency” how much we refunded, “refundFrom” from which day on.',
  ),
  entry(
    `letters: our emails to you about your plan, kept for ${limits.emailDays} days. “id” is our reference, “kind”`,
    'and “plan” say what it is about, “email” is the address, “subject” is the subject, “text” and “html” are the email,',
    '“createdAt” is when it was written. We did not send it if a later change had made it outdated, or if we had',
    'already written to the address before it was confirmed.',
  ),
  entry(
    'deletedUsers: if an account with your identifier was deleted before, “deletedAt” says when. It is kept',
    `for ${limits.deletedMonths} months, so that old sign-ins stay ended.`,
  ),
  entry(
    `messages: what you sent us with the contact form, kept for ${limits.messageMonths} months, and only if`,
    'the account’s email address is confirmed. “id” is our reference, “name”, “email” and “message” are what',
    'you wrote, “receivedAt” is when it came and “mailedAt” when we passed it to our mailbox; “tryAt” and',
    '“attempts” are about sending it there.',
  ),
  entry(
    'wordings: the wording shown next to the button, by version. Text in braces is filled in: the price, whether',
    'tax is added, and the first day of payment.',
  ),
  entry(
    'Not in this file: your picture, which you see on your profile; your sign-in, which the identity service',
    'keeps; your card, which was never stored here and which the payment provider keeps; how often you',
    'asked this site for something, which is counted for a few hours at most; and, if you had a free trial or we',
    'wrote to you before your address was confirmed, codes computed from your address and phone number, which are',
    `kept for ${limits.trialMonths} months and from which neither can be read.`,
  ),
]
