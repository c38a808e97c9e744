import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SaveForOffline, SavedPosts } from '@/components/blog/saved-posts'
import {
  cacheNames,
  postPath,
  savedPostHeader,
  savedPostsChanged,
  type OfflineRequest,
  type OfflineResponse,
  type SavedPost,
} from '@/lib/browser/offline'
import { CacheStorageFake } from '@/tests/fakes/cache-storage'

const stored = (slug: string): SavedPost => ({ slug, title: `Post ${slug}`, bytes: 640_000, width: 800 })

/** The browser's side of the worker: answers as set, and stores posts. */
function startBrowser() {
  const caches = new CacheStorageFake()
  const orders: OfflineRequest[] = []
  const worker = Object.assign(new EventTarget(), {
    state: 'activated',
    postMessage: (order: OfflineRequest, [port]: MessagePort[]) => {
      orders.push(order)
      void browser.answer(order).then((response) => port?.postMessage(response))
    },
  })
  let registration: { active: typeof worker; scope: string } | undefined
  const serviceWorker = Object.assign(new EventTarget(), {
    register: vi.fn(async () => (registration = { active: worker, scope: 'https://site.test/' })),
    getRegistration: async () => registration,
  })
  const browser = {
    caches,
    orders,
    serviceWorker,
    answer: async (request: OfflineRequest): Promise<OfflineResponse> => {
      if (request.order === 'keep') await browser.save(stored(request.slug))
      if (request.order === 'remove') await caches.delete(cacheNames.post(request))
      return { failure: null }
    },
    async save(post: SavedPost) {
      const headers = { [savedPostHeader]: encodeURIComponent(JSON.stringify(post)) }
      await (await caches.open(cacheNames.post(post))).put(postPath(post), new Response('', { headers }))
    },
  }
  vi.stubGlobal('caches', caches)
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return browser
}

/** Waits until all messages between ports have arrived. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 30)))
const statusText = () => screen.getByRole('status').textContent
async function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }))
  await settled()
}
async function showPost() {
  render(<SaveForOffline slug="one" title="Post one" />)
  await settled()
}

let browser: ReturnType<typeof startBrowser>
beforeEach(() => {
  browser = startBrowser()
})
afterEach(() => {
  vi.unstubAllGlobals()
  delete (navigator as { serviceWorker?: unknown }).serviceWorker
})

describe('on a post', () => {
  it('registers, opens and requests nothing before the press', async () => {
    await showPost()
    expect(screen.getByRole('button', { name: 'Save for offline' })).toBeDefined()
    expect(browser.serviceWorker.register).not.toHaveBeenCalled()
    expect([browser.caches.opened, browser.orders]).toEqual([0, []])
    expect(localStorage.length).toBe(0)
  })

  it('saves with a press, shows the size, and can undo it', async () => {
    await showPost()
    await press('Save for offline')
    expect(browser.serviceWorker.register).toHaveBeenCalledWith('/worker.js', { scope: '/', updateViaCache: 'none' })
    expect(browser.orders).toEqual([
      { order: 'keep', slug: 'one', title: 'Post one', width: Math.min(innerWidth, 704) * devicePixelRatio },
    ])
    expect(statusText()).toBe('Saved on this device, 0.6 MB.')
    expect(screen.getByRole('link', { name: 'All saved posts' }).getAttribute('href')).toBe('/blog/kept/posts')
    // Pressing the same key again must not undo it.
    expect(document.activeElement).toBe(screen.getByRole('group'))
    expect(screen.queryByRole('button', { name: 'Save for offline' })).toBeNull()
    await press('Remove from this device')
    expect(document.activeElement).toBe(screen.getByRole('group'))
    expect(browser.orders.at(-1)).toEqual({ order: 'remove', slug: 'one' })
    expect(statusText()).toBe('The post was removed from this device.')
    expect(await browser.caches.keys()).toEqual([])
    expect(screen.getByRole('button', { name: 'Save for offline' })).toBeDefined()
  })

  it('shows progress, and ignores a second press', async () => {
    let answer: (statusText: OfflineResponse) => void = () => undefined
    browser.answer = () => new Promise((resolve) => (answer = resolve))
    await showPost()
    await press('Save for offline')
    expect(statusText()).toBe('Saving …')
    const button = screen.getByRole('button', { name: 'Save for offline' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    fireEvent.click(button)
    await settled()
    expect(browser.orders).toHaveLength(1)
    answer({ failure: 'load' })
    await settled()
    expect(statusText()).toMatch(/load the whole post/)
  })

  it.each([
    ['full', /^There isn’t enough space on this device, so nothing was saved\.$/],
    ['load', /^We couldn’t load the whole post, so nothing was saved\./],
  ] as const)('explains why it was not saved: %s', async (failure, words) => {
    browser.answer = async () => ({ failure })
    await showPost()
    await press('Save for offline')
    expect(statusText()).toMatch(words)
    expect(screen.getByRole('button', { name: 'Save for offline' }).getAttribute('aria-busy')).toBeNull()
  })

  it.each([
    ['the worker reports a failure', () => (browser.answer = async () => ({ failure: 'full' }))],
    [
      'the browser forbids it',
      () => (browser.serviceWorker.getRegistration = () => Promise.reject(new DOMException('no', 'SecurityError'))),
    ],
  ] as const)('says that the post was not removed if %s', async (_what, make) => {
    await showPost()
    await press('Save for offline')
    make()
    await press('Remove from this device')
    expect(statusText()).toBe('We couldn’t remove the post from this device. Please try again.')
    expect(screen.getByRole('button', { name: 'Remove from this device' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('reports a browser that refuses the worker', async () => {
    browser.serviceWorker.register.mockRejectedValueOnce(new DOMException('no', 'SecurityError'))
    await showPost()
    await press('Save for offline')
    expect(statusText()).toMatch(/^This browser can’t save pages here/)
  })

  it('reports a worker that does not load', async () => {
    browser.serviceWorker.register.mockRejectedValueOnce(new TypeError('Failed to register'))
    await showPost()
    await press('Save for offline')
    expect(statusText()).toMatch(/load the whole post/)
  })

  it.each([
    ['has no workers', () => delete (navigator as { serviceWorker?: unknown }).serviceWorker],
    [
      'forbids to look',
      () => vi.spyOn(browser.caches, 'keys').mockRejectedValue(new DOMException('no', 'SecurityError')),
    ],
  ])('shows a message instead of a button if the browser %s', async (_what, make) => {
    make()
    await showPost()
    expect(screen.queryByRole('button')).toBeNull()
    expect(statusText()).toMatch(/^This browser can’t save pages here/)
  })

  it('follows a change in another tab', async () => {
    await showPost()
    await browser.save(stored('one'))
    browser.serviceWorker.dispatchEvent(new MessageEvent('message', { data: savedPostsChanged }))
    await settled()
    expect(statusText()).toBe('Saved on this device, 0.6 MB.')
  })
})

describe('the list', () => {
  it('is hidden if empty, and creates no cache', async () => {
    render(<SavedPosts />)
    await settled()
    expect(document.body.textContent).toBe('')
    expect(browser.caches.opened).toBe(0)
  })

  it('shows a message if empty and requested', async () => {
    render(<SavedPosts emptyMessage="No post is saved on this device." />)
    await settled()
    expect(document.body.textContent).toBe('No post is saved on this device.')
  })

  it('links each post with a remove button, and keeps the focus near', async () => {
    await browser.serviceWorker.register()
    await browser.save(stored('two'))
    await browser.save(stored('one'))
    render(<SavedPosts />)
    await settled()
    const list = screen.getByRole('region', { name: 'Saved on this device' })
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/blog/one', '/blog/two'])
    await press('Remove “Post one” from this device')
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Post two'])
    expect(statusText()).toBe('“Post one” was removed from this device.')
    expect(document.activeElement).toBe(list)
    await press('Remove “Post two” from this device')
    expect(list.textContent).toBe('“Post two” was removed from this device.')
    expect(document.activeElement).toBe(list)
    expect(await browser.caches.keys()).toEqual([])
  })

  it('says that a post was not removed, and keeps it', async () => {
    await browser.serviceWorker.register()
    await browser.save(stored('one'))
    browser.answer = async () => ({ failure: 'full' })
    render(<SavedPosts />)
    await settled()
    const button = screen.getByRole('button', { name: 'Remove “Post one” from this device' })
    button.focus()
    fireEvent.click(button)
    await settled()
    expect(statusText()).toBe('We couldn’t remove the post from this device. Please try again.')
    expect(screen.getByRole('link').textContent).toBe('Post one')
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBeNull()
  })

  it('can be emptied without the worker', async () => {
    await browser.save(stored('one'))
    render(<SavedPosts />)
    await settled()
    await press(/^Remove/)
    expect([browser.orders, await browser.caches.keys()]).toEqual([[], []])
  })
})
