import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPolicy } from '@/lib/content/pages/policies'
import { limits } from '@/lib/site'

const numbers: Record<number, string> = { 3: 'three', 12: 'twelve' }
const inWords = (count: number) => numbers[count] ?? String(count)

/** The items under “How long”, by their first words. */
const items = new Map(
  readFileSync('content/en/policies/privacy.md', 'utf8')
    .split('## How long {#how-long}')[1]
    ?.split('\n## ')[0]
    ?.matchAll(/^- \*\*(.+?):\*\* (.+)$/gm)
    .map(([, name = '', text = '']) => [name, text] as const),
)

test.each([
  ['Messages to us', `for ${inWords(limits.messageMonths)} months`],
  ['Emails about your plan', `for ${inWords(limits.emailDays)} days`],
  ['Payment pages that you opened', `for ${inWords(limits.checkoutMonths)} months`],
  ['What you agreed to when you paid, and the changes of your plan', `for ${inWords(limits.consentYears)} years`],
  ['After an account is deleted', `for ${inWords(limits.deletedMonths)} months`],
  ['Payment pages that you opened', 'what you agreed to on the page is deleted after the same time'],
  ['What you agreed to when you paid, and the changes of your plan', 'until a year after its last change'],
  [
    'What you agreed to when you paid, and the changes of your plan',
    'While you have a plan, we keep your consent record until one year after the last change of any plan',
  ],
  ['Your account and its plan', 'The record of a plan that we ended because you had another stays as long'],
])('names the period in the privacy policy: %s: %s', (name, time) => {
  expect(items.get(name)).toContain(time)
})

test('has the anchor that other pages link to', async () => {
  expect((await readPolicy('privacy', 'en')).contents).toContainEqual({ id: 'how-long', text: 'How long' })
  expect((await readPolicy('privacy', 'en')).html).toContain('href="/profile#account"')
})
