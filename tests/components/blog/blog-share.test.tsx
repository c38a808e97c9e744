import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ShareLinks, shareScript, sharesOf } from '@/components/blog/share-links'
import { endPage, runPageScript } from '@/tests/setup/page-script'
import { serve } from './serve'

const address = 'https://unhurried.example/blog/a-post'

const give = (name: 'clipboard' | 'share', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })

afterEach(() => {
  endPage()
  vi.useRealTimers()
  document.body.innerHTML = ''
  give('clipboard', undefined)
  give('share', undefined)
})

it.each([
  ['Email', 'mailto:', { subject: 'Is 5 + 5 & “more”?', body: `Is 5 + 5 & “more”?\r\n${address}` }],
  ['Facebook', 'https://www.facebook.com/sharer/sharer.php', { u: address }],
  ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/', { url: address }],
])('sends only title and address to %s', (name, page, query) => {
  const href = sharesOf('Is 5 + 5 & “more”?', address, 'Email').find((share) => share.name === name)?.href ?? ''
  // Mail programs do not decode a plus sign.
  expect(href).not.toContain('+')
  const [before, after] = href.split('?')
  expect(before).toBe(page)
  expect(Object.fromEntries(new URLSearchParams(after))).toEqual(query)
})

function show(can: {
  clipboard?: { writeText: (text: string) => Promise<void> }
  share?: (what: object) => Promise<void>
}) {
  give('clipboard', can.clipboard)
  give('share', can.share)
  serve(<ShareLinks title="A post" address={address} />)
  runPageScript(shareScript)
}
const button = (name: string) => screen.queryByRole('button', { name })

it('does not reveal the sender', () => {
  show({})
  for (const link of screen.getAllByRole('link')) {
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('referrerpolicy')).toBe('no-referrer')
  }
})

it('hides the share button without a script or browser support', () => {
  serve(<ShareLinks title="A post" address={address} />)
  expect(screen.queryAllByRole('button')).toEqual([])
  show({})
  expect(screen.queryAllByRole('button')).toEqual([])
})

it('copies the canonical address and confirms it briefly', async () => {
  vi.useFakeTimers()
  const writeText = vi.fn(() => Promise.resolve())
  show({ clipboard: { writeText } })
  expect(button('Share …')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Copy the link' }))
  await vi.advanceTimersByTimeAsync(0)
  expect(writeText).toHaveBeenCalledWith(address)
  expect(screen.getByRole('status').textContent).toBe('Copied.')
  await vi.runAllTimersAsync()
  expect(screen.getByRole('status').textContent).toBe('')
})

it('says that the browser blocked copying', async () => {
  show({ clipboard: { writeText: () => Promise.reject(new Error('no')) } })
  fireEvent.click(screen.getByRole('button', { name: 'Copy the link' }))
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toContain('blocked'))
})

it('passes title and address to the system, and ignores closing', async () => {
  const closed = Promise.reject(new DOMException('', 'AbortError'))
  const share = vi.fn(() => closed)
  show({ share })
  expect(button('Copy the link')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Share …' }))
  expect(share).toHaveBeenCalledWith({ title: 'A post', url: address })
  await closed.catch(() => undefined)
  expect(screen.getByRole('status').textContent).toBe('')
})
