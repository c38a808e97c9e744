// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { offlinePage, storageKeys } from '@/lib/site'
import {
  given,
  requests,
  notice,
  watched,
  set,
  press,
  island,
  find,
  begin,
  idle,
  show,
  turn,
  arrive,
  inlineScripts,
  files,
  begun,
  ready,
  click,
} from './runtime-page'

it('does nothing without deferred scripts', () => {
  show(island(press), { held: false })
  idle()
  expect(click('#press')).toBe(true)
  expect(requests).toEqual([])
  expect(document.addEventListener).not.toHaveBeenCalled()
})

describe('prefetching', () => {
  it('starts when the page is loaded and idle, without running scripts', async () => {
    begin(island(press))
    expect(requests).toEqual([])
    dispatchEvent(new Event('load'))
    expect(requests).toEqual([])
    idle()
    expect(requests).toEqual(files)
    await arrive()
    expect(begun()).toBe(false)
  })

  it('skips a page without an island', () => {
    show('<p>text</p>')
    idle()
    expect(requests).toEqual([])
  })

  it.each([
    ['a data saver', { saveData: true }, false],
    ['a slow connection', { effectiveType: 'slow-2g' }, false],
    ['a preference for reduced data', undefined, true],
  ])('skips %s, but a touch loads files', async (_, connection, isReduced) => {
    set('connection', connection)
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: isReduced && query.includes('reduced-data') }))
    show(island(press))
    idle()
    expect(requests).toEqual([])
    click('#press')
    expect(requests).toEqual(files)
    await arrive()
    expect(begun()).toBe(true)
  })

  it('uses a timer in browsers without idle callbacks', () => {
    vi.useFakeTimers()
    Reflect.deleteProperty(window, 'requestIdleCallback')
    show(island(press))
    vi.runAllTimers()
    expect(requests).toEqual(files)
    vi.useRealTimers()
  })
})

describe('starting the scripts', () => {
  const touch = (type: string, selector: string) => find(selector).dispatchEvent(new Event(type, { bubbles: true }))

  it.each(['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'])(
    'starts once on %s in an island',
    async (type) => {
      show(island(press))
      for (const selector of ['#press', 'b', '#press']) touch(type, selector)
      expect(requests).toEqual(files)
      await arrive()
      expect(inlineScripts).toEqual([given.first])
      expect((self as { __next_f?: unknown }).__next_f).toEqual(given.flight)
    },
  )

  it.each(['pointerover', 'click'])('does not start on %s outside of an island', (type) => {
    show(island(press))
    touch(type, '#outside')
    expect(requests).toEqual([])
  })

  it('does not start by touching a ready island', async () => {
    show(island(press))
    await ready()
    touch('pointerdown', '#press')
    expect(click('#press')).toBe(true)
    expect(requests).toEqual([])
  })

  it('starts prefetched scripts on a touch, without a request', async () => {
    show(island(press))
    idle()
    await arrive()
    touch('pointerdown', '#press')
    await turn()
    await arrive()
    expect(requests).toEqual(files)
    expect(begun()).toBe(true)
  })

  it('starts with a session', async () => {
    document.documentElement.dataset.session = 'in'
    begin('<p>text</p>')
    expect(requests).toEqual(files)
    await arrive()
    expect(begun()).toBe(true)
  })

  it('starts after a sign-in in another tab', async () => {
    show('<p>text</p>')
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.theme }))
    expect(requests).toEqual([])
    document.documentElement.dataset.session = 'in'
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))
    await arrive()
    expect(begun()).toBe(true)
  })

  it.each([
    ['now', '/blog', 'at once'],
    ['address', '/blog', 'later'],
    ['address', '/blog?q=a', 'at once'],
    ['address', '/blog#q=a', 'at once'],
    ['', '/blog?q=a#b', 'later'],
    ['saved', '/blog#a', 'later'],
    ['seen', '/blog#a', 'later'],
  ])('an island of the kind “%s” at %s: %s', (when, address, expected) => {
    history.replaceState(null, '', address)
    begin(island(press, when))
    expect(requests.length > 0 ? 'at once' : 'later').toBe(expected)
  })

  it('starts when the address changes', () => {
    show(island(press, 'address'))
    expect(requests).toEqual([])
    history.replaceState(null, '', '/blog#q=a')
    dispatchEvent(new Event('hashchange'))
    expect(requests).toEqual(files)
  })

  it.each([
    [true, files],
    [false, []],
  ])('starts if there are saved posts: %s', async (has, expected) => {
    const names: string[] = []
    vi.stubGlobal('caches', { has: async (name: string) => names.push(name) > 0 && has })
    show(island(press, 'saved'))
    await turn()
    expect(names).toEqual([offlinePage.cacheName])
    expect(requests).toEqual(expected)
  })

  it.each([true, false])('loads an island near the viewport: %s', async (isNear) => {
    show(island(press, 'seen'))
    idle()
    expect(watched).toEqual([find('#press')])
    notice?.(isNear)
    await arrive()
    await arrive()
    expect(begun()).toBe(isNear)
  })

  it.each([
    ['a text', '<input value="own">', { value: 'words' }],
    ['a long text', '<textarea>own</textarea>', { value: 'words' }],
    ['a choice', '<select><option>own<option>other</select>', { selectedIndex: 1 }],
    ['a tick', '<input type="checkbox" checked>', { checked: false }],
    ['nothing', '<input value="own"><textarea>own</textarea><select><option><option selected></select>', {}],
    ['a text elsewhere', '<i></i></div><input><div>', { value: 'words' }],
  ])('starts for %s that Back has restored', (what, html, restored) => {
    show(island(html))
    Object.assign(find('input,textarea,select'), restored)
    const expected = /nothing|elsewhere/.test(what) ? [] : files
    dispatchEvent(new Event('pageshow'))
    expect(requests).toEqual(expected)
  })
})
