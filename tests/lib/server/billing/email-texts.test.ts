import { describe, expect, test } from 'vitest'
import { changeEmail, endedPlanEmail } from '@/lib/server/billing/email-texts'
import type { EmailContext } from '@/lib/server/email/template'
import { emailFacts, type SubscriptionRow } from '@/lib/server/billing/plan'
import type { Charges } from '@/lib/server/billing/providers/provider'
import { emailContextIn, emailSender as sender, subscriptionRow } from '@/tests/setup/rows'

type Plan = Partial<SubscriptionRow> & Pick<Partial<Charges>, 'nextCharge'>

/** By default, the price is charged at the end of the trial or the period. */
function planEmail(kind: Parameters<typeof changeEmail>[0], { nextCharge, ...plan }: Plan, context: EmailContext) {
  const { status, trialEnd = null, currentPeriodEnd = null, amount = null, currency = null } = plan
  const renewal = { at: status === 'trialing' ? trialEnd : currentPeriodEnd, amount, currency }
  const charge = nextCharge === undefined ? renewal : nextCharge
  const charges = {
    charges: charge !== null,
    nextChargeAt: charge?.at ?? null,
    nextChargeAmount: charge?.amount ?? null,
    nextChargeCurrency: charge?.currency ?? null,
  }
  const startedAt = plan.startedAt ?? new Date(plan.trialEnd ?? 0)
  return changeEmail(kind, emailFacts(subscriptionRow({ ...charges, ...plan, startedAt })), context)
}

const plan: Plan = {
  priceId: 'price_1',
  status: 'trialing',
  amount: 1900,
  currency: 'USD',
  interval: 'month',
  currentPeriodEnd: new Date('2026-11-29T08:00:00Z'),
  trialEnd: new Date('2026-11-29T08:00:00Z'),
}
const paid: Plan = { ...plan, status: 'active', trialEnd: null, currentPeriodEnd: new Date('2026-12-29T08:00:00Z') }

describe('emails about a plan', () => {
  test('a trial’s start: terms, first charge and how to cancel', () => {
    const { subject, text } = planEmail('begun', plan, sender)
    expect(subject).toBe('Your Unhurried plan has started')
    expect(text).toContain('Plan: Monthly, $19 a month')
    expect(text).toContain(
      'Free trial: until 29 November 2026, 08:00 UTC. If you cancel before then, you will not be charged.',
    )
    expect(text).toContain('First charge: 29 November 2026, 08:00 UTC, $19.')
    expect(text).toContain('“Cancel plan” and “Yes, cancel my plan”')
    expect(text).toContain('https://unhurried.example/profile')
    expect(text).toContain('https://unhurried.example/tools/first-call')
    expect(text).toContain('Get the app: https://app.unhurried.example')
  })

  test.each([
    ['2026-11-22T08:00:00Z', '7 days, until'],
    ['2026-11-28T08:00:00Z', '1 day, until'],
    ['2026-11-29T08:00:00Z', 'until'],
  ])('a trial that started at %s lasts “%s”', (startedAt, words) => {
    const { text } = planEmail('begun', { ...plan, startedAt: new Date(startedAt) }, sender)
    expect(text).toContain(`Free trial: ${words} 29 November 2026, 08:00 UTC.`)
  })

  test('names the first week, if the owner has described it', () => {
    const { text } = planEmail('begun', plan, { ...sender, firstWeek: 'Try one exercise.' })
    expect(text).toContain('Your first week: Try one exercise.')
    expect(planEmail('begun', plan, sender).text).not.toContain('Your first week')
  })

  test('a plan without a trial names no trial', () => {
    const { text } = planEmail('begun', paid, sender)
    expect(text).not.toContain('trial')
    expect(text).toContain('First payment: $19.')
    expect(text).toContain('Next charge: 29 December 2026, 08:00 UTC, $19.')
  })

  test('a declined first payment is not described as charged', () => {
    const { text } = planEmail('begun', { ...paid, status: 'past_due' }, sender)
    expect(text).not.toMatch(/First payment|Next charge/)
    expect(text).toContain('Your last payment was declined. Your profile links to the open invoice.')
  })

  test.each([
    ['confirm', 'Your bank asks you to confirm your last payment.'],
    ['unknown', 'Your last payment failed.'],
  ] as const)('says of an open payment (%s): %s', (paymentIssue, words) => {
    const { text } = planEmail('begun', { ...paid, status: 'past_due', paymentIssue }, sender)
    expect(text).toContain(`${words} Your profile links to the open invoice.`)
    expect(text).not.toMatch(/declined|First payment/)
  })

  test('a cancellation: remaining access and no more charges', () => {
    const { subject, text } = planEmail('cancelled', paid, sender)
    expect(subject).toBe('Your Unhurried plan is cancelled')
    expect(text).toContain('You keep everything in your plan until 29 December 2026, 08:00 UTC.')
    expect(text).toContain('nothing more will be charged')
    expect(text).toContain('“Resume plan”')
  })

  test('a cancellation with an open invoice: charges possible', () => {
    const { text } = planEmail('cancelled', { ...paid, status: 'past_due' }, sender)
    expect(text).not.toContain('nothing more will be charged')
    expect(text).toContain('An invoice that’s already open may still be charged.')
    expect(text).toContain('until 29 December 2026, 08:00 UTC at the latest')
    expect(text).toContain('Its last payment was declined, so it may end earlier.')
    expect(text).toContain('You will not be charged straight away, except for an invoice that’s already open.')
    expect(text).not.toMatch(/before 29 December/)
  })

  test.each(['begun', 'cancelled', 'resumed'] as const)('%s, with an invoice still to be charged', (kind) => {
    const { text } = planEmail(kind, { ...paid, openInvoice: true }, sender)
    expect(text.match(/An invoice that’s already open may still be charged\./g)).toHaveLength(1)
    expect(text).not.toMatch(/nothing more will be charged|First payment|declined|at the latest/)
    if (kind !== 'cancelled') expect(text).toContain('Next charge: 29 December 2026, 08:00 UTC, $19.')
  })

  const adjusted = { ...paid, adjusted: true }
  const charge = (amount: number | null, at: Date | null = paid.currentPeriodEnd ?? null) => ({
    nextCharge: { at, amount, currency: amount === null ? null : 'USD' },
  })

  test.each(['begun', 'resumed'] as const)('shows the provider’s amount if it differs: %s', (kind) => {
    const { text } = planEmail(kind, { ...adjusted, ...charge(950) }, sender)
    expect(text).toContain('Plan: Monthly, list price $19 a month')
    expect(text).toContain('Next charge: 29 December 2026, 08:00 UTC, $9.50.')
    expect(text).not.toMatch(/First payment/)
  })

  test.each(['begun', 'resumed'] as const)('leaves out an unknown amount: %s', (kind) => {
    const { text } = planEmail(kind, { ...adjusted, ...charge(null) }, sender)
    expect(text).toContain('Next charge: 29 December 2026, 08:00 UTC.')
    expect(text).toContain('Your receipts and the payment provider’s page show the amount.')
    expect(text).not.toMatch(/\$19\.|, \$19/)
    const paused = planEmail(kind, { ...adjusted, ...charge(null, null) }, sender).text
    expect(paused).not.toContain('Next charge')
  })

  test('a trial with a charge is not described as free', () => {
    const { text } = planEmail('begun', { ...plan, adjusted: true, ...charge(700, plan.trialEnd) }, sender)
    expect(text).toContain('First charge: 29 November 2026, 08:00 UTC, $7.')
    expect(text).not.toContain('nothing is charged')
  })

  test('a scheduled end: date, renewal until then, and both options', () => {
    const endsAt = new Date('2027-02-23T08:00:00Z')
    const { subject, text } = planEmail('ending', { ...paid, isUnSubscribed: false, endsAt, ...charge(1900) }, sender)
    expect(subject).toBe('Your Unhurried plan ends on 23 February 2027')
    expect(text).toContain('Until then, it renews and you’re charged as before.')
    expect(text).toContain('Ends: 23 February 2027, 08:00 UTC.')
    expect(text).toContain('Next charge: 29 December 2026, 08:00 UTC, $19.')
    expect(text).toContain('“Cancel plan”')
    expect(text).toContain('“Resume plan”')
    expect(text).not.toMatch(/nothing more|until you cancel/i)
    const begun = planEmail('begun', { ...paid, isUnSubscribed: false, endsAt }, sender).text
    expect(begun).toContain('It renews automatically until it ends on 23 February 2027, unless you cancel sooner.')
  })

  test('a cancellation promises nothing about possible charges', () => {
    const { text } = planEmail('cancelled', { ...adjusted, isUnSubscribed: true, ...charge(700) }, sender)
    expect(text).not.toContain('nothing more will be charged')
    expect(text).toContain('If a last invoice follows, you’ll find it with your receipts.')
    expect(planEmail('cancelled', { ...adjusted, nextCharge: null }, sender).text).toContain('nothing more will be')
  })

  test('leaves out unknown details', () => {
    const unknown = { ...paid, amount: null, currency: null, interval: null, currentPeriodEnd: null }
    for (const kind of ['begun', 'cancelled', 'resumed'] as const) {
      const { text } = planEmail(kind, unknown, sender)
      expect(text).not.toMatch(/null|undefined|NaN|Invalid/)
    }
  })

  test('a second plan: refunded if something was paid', () => {
    expect(
      endedPlanEmail('second-plan', { provider: 'chargebee', refund: { amount: 18000, currency: 'EUR' } }, sender).text,
    ).toContain('Chargebee is refunding €180')
    const { text } = endedPlanEmail('second-plan', { provider: 'stripe', refund: null }, sender)
    expect(text).toContain('There was nothing to refund.')
    expect(text).not.toContain('were paid for')
  })

  test('a replaced plan: closed invoices and possible refunds', () => {
    const { text } = endedPlanEmail('gave-way', { provider: 'stripe', refund: null }, sender)
    expect(text).toContain('You will not be charged for it again, except for a payment that was already under way.')
    expect(text).toContain('We have not refunded anything for it.')
    expect(
      endedPlanEmail('gave-way', { provider: 'chargebee', refund: { amount: 18000, currency: 'EUR' } }, sender).text,
    ).toContain('Chargebee is refunding €180')
  })

  test('a second trial: ended, nothing charged, and the way to a plan', () => {
    const { text } = endedPlanEmail('second-trial', { provider: 'stripe', refund: null }, sender)
    expect(text).toContain('You were not charged for it.')
    expect(text).toContain('https://unhurried.example/pricing/start')
  })

  test('as HTML: the same words, one button, dark mode, and nothing from elsewhere', () => {
    const { subject, html } = planEmail('begun', plan, sender)
    expect(html).toContain(`<title>${subject}</title>`)
    expect(html).toContain('First charge: 29 November 2026, 08:00 UTC, $19.')
    expect(html.match(/class="button" href="([^"]*)"/g)).toEqual([
      'class="button" href="https://app.unhurried.example"',
    ])
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).toContain('so it has no unsubscribe link')
    expect(html).not.toMatch(/<img|<link|src=|url\(|@import/)
  })

  test('in Arabic: from right to left, with links to pages in it and amounts in Latin digits', async () => {
    const { subject, text, html } = planEmail('begun', plan, await emailContextIn('ar'))
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain(`<title>${subject}</title>`)
    expect(html).toContain('<a class="link" href="https://unhurried.example/ar/profile">')
    expect(text).toMatch(/\u2066[^\u2069]*19[^\u2069]*\u2069/)
    expect(text.replace(/https?:\S+|\S+@\S+|Unhurried|UTC|US\$/g, '')).not.toMatch(/[A-Za-z]{3}/)
  })

  test.each(['begun', 'cancelled', 'resumed'] as const)('%s does not reveal the service’s purpose', (kind) => {
    const { subject, text, html } = planEmail(kind, plan, sender)
    expect(`${subject} ${text} ${html}`).not.toMatch(/stutter|stammer|speech|therap/i)
    expect(text.split('\n').every((line) => line.length < 200)).toBe(true)
  })
})
