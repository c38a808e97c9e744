import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Receipts, receiptState, useReceipts } from '@/components/profile/receipts'
import { failure } from '@/lib/browser/answer'
import type { Invoice } from '@/lib/contract/checkout'
import { translatorOf } from '@/lib/i18n/messages'

const t = await translatorOf('en', 'profile')

const api = vi.hoisted(() => ({ invoices: vi.fn(), portal: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)

const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  id: 'in_1',
  date: '2026-11-05T12:00:00.000Z',
  amount: 1900,
  currency: 'USD',
  status: 'paid',
  url: 'https://pay.example/in_1',
  ...change,
})
const Shown = () => <Receipts uid="u1" all="Card and receipts" few={false} {...useReceipts('u1')} />
const show = () => render(<Shown />)
const answer = (...invoices: Invoice[]) => api.invoices.mockResolvedValue({ status: 200, data: { invoices } })

beforeEach(() => api.invoices.mockReset())

test('shows the newest three with date, amount, state and link', async () => {
  answer(
    invoice({ id: 'a', date: '2026-08-05T12:00:00Z' }),
    invoice({ id: 'b', date: '2026-11-05T12:00:00Z', status: 'open', url: 'https://pay.example/b' }),
    invoice({ id: 'c', date: '2026-09-05T12:00:00Z', amount: 0 }),
    invoice({ id: 'd', date: '2026-10-05T12:00:00Z', currency: 'EUR', url: null }),
    invoice({ id: 'e', date: '2026-12-05T12:00:00Z', status: 'draft' }),
  )
  show()
  const items = await screen.findAllByRole('listitem')
  expect(items.map((item) => [...item.children].map(({ textContent }) => textContent?.replace('\u00a0', ' ')))).toEqual(
    [
      ['Receipt of 5 November 2026', '$19', 'Not paid yet'],
      ['5 October 2026', '€19', 'Paid'],
      ['Receipt of 5 September 2026', '$0', 'No charge'],
    ],
  )
  expect(items.map((item) => within(item).queryByRole('link')?.getAttribute('href'))).toEqual([
    'https://pay.example/b',
    undefined,
    'https://pay.example/in_1',
  ])
  expect(api.invoices).toHaveBeenCalledExactlyOnceWith('u1')
})

test('retries a failed request, then takes the focus', async () => {
  api.invoices.mockResolvedValueOnce(failure(502, 'provider-unavailable', 'x'))
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t load your receipts just now.')
  answer(invoice())
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list')))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['paid', 'Paid'],
  ['open', 'Not paid yet'],
  ['payment_due', 'Not paid yet'],
  ['not_paid', 'Not paid'],
  ['uncollectible', 'Not paid'],
  ['void', 'Void'],
  ['voided', 'Void'],
  ['some_new_word', 'some new word'],
])('labels a receipt that is %s as "%s"', (status, words) => {
  expect(receiptState({ status, amount: 1900 }, { t })).toBe(words)
})

test.each([
  ['all of it', 1900, 'Refunded'],
  ['a part of it', 500, 'Partly refunded'],
])('shows that %s was refunded', (_, refunded, words) => {
  expect(receiptState({ status: 'paid', amount: 1900, refunded }, { t })).toBe(words)
})
