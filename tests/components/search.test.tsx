import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryOf, Search } from '@/components/blog/search'
import type { SearchIndex, SearchPost } from '@/lib/contract/content'

const row = (slug: string, title: string, description = 'Plain.'): SearchPost => ({
  slug,
  title,
  description,
  tags: ['other-disorders'],
  written: '2026-11-01',
  minutes: 4,
  keywords: '',
  headings: '',
  text: '',
})
const index = (posts: SearchPost[], total = posts.length): SearchIndex => ({ total, posts })
const newest = [row('phone', 'On the phone', 'When stuttering meets a bell.'), row('school', 'At school')]

const fetched = vi.fn<(address: string) => Promise<Response>>()
/** Answers to requests for the index, in order. */
const answers = (...bodies: (SearchIndex | number)[]) => {
  for (const body of bodies) {
    fetched.mockImplementationOnce(async () =>
      typeof body === 'number' ? new Response(null, { status: body }) : Response.json(body),
    )
  }
}

async function show(total = 2) {
  render(
    <main>
      <Search total={total} />
    </main>,
  )
  await settled()
  return screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search the blog' })
}

/** Waits for the index and the search module. */
const settled = () =>
  act(async () => {
    await import('@/components/blog/search-engine')
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(0)
  })
/** Presses a button with a focus, as a browser does. */
function press(name: string) {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}
const pause = () => act(() => vi.advanceTimersByTimeAsync(500))
/** The search runs after a frame. */
const frameMs = 20
async function type(input: HTMLInputElement, value: string) {
  fireEvent.input(input, { target: { value } })
  await act(() => vi.advanceTimersByTimeAsync(frameMs))
  await settled()
}
const found = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const statusText = () => screen.getByRole('status').textContent
const isListHidden = () => document.querySelector('main')?.hasAttribute('data-searching')
const online = (value: boolean) => Object.defineProperty(navigator, 'onLine', { value, configurable: true })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  fetched.mockReset()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  online(true)
  history.replaceState(null, '', '/')
})

describe('the index', () => {
  it('loads once, when the box is used', async () => {
    answers(index(newest))
    const input = await show()
    await pause()
    expect(fetched).not.toHaveBeenCalled()
    fireEvent.focus(input)
    await type(input, 'p')
    await type(input, 'ph')
    expect(fetched.mock.calls).toEqual([['/blog/search.json']])
  })

  it('can be retried after a failure, with the list until then', async () => {
    answers(500, index(newest))
    await type(await show(), 'school')
    expect(isListHidden()).toBe(false)
    await pause()
    expect(statusText()).toBe('We couldn’t load the list of posts.')
    press('Try again')
    await settled()
    expect(found()).toEqual(['At school'])
    expect(document.activeElement?.textContent).toBe('At school')
    await pause()
    expect(screen.queryByText('We couldn’t load the list of posts.')).toBeNull()
  })

  it('is not requested on each letter after a failure', async () => {
    answers(500)
    const input = await show()
    for (const query of ['s', 'sc', 'sch']) await type(input, query)
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('loads when the connection is back', async () => {
    online(false)
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await type(await show(), 'school')
    expect(screen.getAllByText(/^You’re offline\./)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    answers(index(newest))
    online(true)
    fireEvent(window, new Event('online'))
    await settled()
    expect(found()).toEqual(['At school'])
  })
})

describe('the results', () => {
  it('are links with marked words, as text', async () => {
    answers(index([row('img', 'An <img src=x onerror=alert(1)> phone', 'On the phone & off.')]))
    await type(await show(), 'phone')
    const link = screen.getByRole('link')
    expect(link.getAttribute('href')).toBe('/blog/img')
    expect(link.textContent).toBe('An <img src=x onerror=alert(1)> phone')
    expect(link.closest('h2')).not.toBeNull()
    const card = screen.getByRole('listitem')
    expect(card.querySelector('img')).toBeNull()
    expect([...card.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['phone', 'phone'])
    expect(card.textContent).toContain('1 November 2026')
    expect(card.textContent).toContain('4 min read')
    expect(card.textContent).toContain('other disorders')
  })

  it('are announced after a pause in typing', async () => {
    answers(index(newest))
    const input = await show()
    await type(input, 'on')
    await type(input, 'school')
    expect(statusText()).toBe('')
    await pause()
    expect(statusText()).toBe('1 post found.')
  })

  it('name the number of posts that were searched', async () => {
    answers(index(newest, 10_000))
    await type(await show(10_000), 'phone')
    expect(screen.getByText('1 post found. Searched the 2 newest of 10,000 posts.')).toBeDefined()
  })

  it('are shown twenty at a time', async () => {
    answers(index(Array.from({ length: 45 }, (_, n) => row(`post-${n}`, `Work ${n}`))))
    await type(await show(45), 'work')
    expect(found()).toHaveLength(20)
    press('Show more results')
    expect(found()).toHaveLength(40)
    expect(document.activeElement?.textContent).toBe('Work 20')
    press('Show more results')
    expect(found()).toHaveLength(45)
    expect(document.activeElement?.textContent).toBe('Work 40')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('show a notice if only some words match', async () => {
    answers(index(newest))
    await type(await show(), 'school zebra')
    expect(found()).toEqual(['At school'])
    expect(screen.getByText('Nothing has all of these words. These have some of them.')).toBeDefined()
    await pause()
    expect(statusText()).toBe('Nothing has all of these words. These have some of them. 1 post found.')
  })

  it('ask for other words if all are common', async () => {
    answers(index(newest))
    await type(await show(), 'because')
    expect(found()).toEqual([])
    expect(screen.getByText(/^These words are in every post\./)).toBeDefined()
  })

  it('offer tags and a way back if nothing matches', async () => {
    answers(index(newest))
    const input = await show()
    await type(input, '<img src=x onerror=alert(1)>')
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getByText(/^No post has these words\./)).toBeDefined()
    expect(within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('link')).toHaveLength(8)
    fireEvent.click(screen.getByRole('button', { name: 'Show all posts' }))
    expect([input.value, isListHidden()]).toEqual(['', false])
    expect(document.activeElement).toBe(input)
  })
})

describe('the address', () => {
  it('keeps the query from servers, after a pause in typing', async () => {
    answers(index(newest))
    await type(await show(), 'at school')
    expect(location.hash).toBe('')
    await pause()
    expect([location.search, location.hash]).toEqual(['', '#q=at+school'])
  })

  it.each(['/#q=at+school', '/?q=at%20school'])('%s opens its query', async (address) => {
    history.replaceState(null, '', address)
    answers(index(newest))
    const input = await show()
    expect([input.value, found()]).toEqual(['at school', ['At school']])
    await pause()
    expect([location.search, location.hash]).toEqual(['', '#q=at+school'])
  })

  it('runs a changed query during a pause in typing', async () => {
    answers(index(newest))
    const input = await show()
    await type(input, 'at school')
    location.hash = '#q=swimming'
    const newURL = location.href
    await pause()
    expect(location.hash).toBe('#q=at+school')
    fireEvent(window, new HashChangeEvent('hashchange', { newURL }))
    await pause()
    expect([input.value, location.hash]).toEqual(['swimming', '#q=swimming'])
  })

  it('focuses the box for a link to it', async () => {
    history.replaceState(null, '', '/#search')
    answers(index(newest))
    const input = await show()
    expect([document.activeElement, input.value]).toEqual([input, ''])
    expect(input.closest('#search')).toBe(screen.getByRole('search'))
    input.blur()
    fireEvent(window, new HashChangeEvent('hashchange', { newURL: location.href }))
    expect(document.activeElement).toBe(input)
  })
})

it.each([
  ['#q=a', '', 'a'],
  ['#q=a', '?q=b', 'a'],
  ['#main', '?q=b', 'b'],
  ['#q=%E2%80%99%ZZ', '', '’%ZZ'],
  [`#q=${'a'.repeat(5000)}`, '', 'a'.repeat(100)],
])('reads %j and %j as the query %j', (hash, search, expected) => expect(queryOf({ hash, search })).toBe(expected))
