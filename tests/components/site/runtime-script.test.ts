// @vitest-environment happy-dom
/** A page with deferred scripts, whose requests the test answers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runtimeScript } from '@/components/site/runtime-script'
import { servedPageScript } from '@/components/site/served-page-script'
import { runtimeDataId, runtimeId } from '@/lib/contract/runtime'
import { offlinePage, storageKeys } from '@/lib/site'
import { endPage, runPageScript } from '@/tests/setup/page-script'

const files = ['/_next/static/chunks/1.js', '/_next/static/chunks/2.js']
const given = { first: 'globalThis.begun = true', flight: [[0], [1, 'a']] }
const failed = 'It could not be loaded.'

/** Appended scripts, which the test loads. */
let scripts: HTMLScriptElement[] = []
/** Addresses of scripts and data in order of request. */
let requests: string[] = []
let answers: ((answer: object) => void)[] = []
let whenIdle: (() => void)[] = []
let notice: ((isNear: boolean) => void) | undefined
let watched: Element[] = []

class Observer {
  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    expect(options?.rootMargin).toBe('200px')
    notice = (isIntersecting) => callback([{ isIntersecting }] as IntersectionObserverEntry[], this as never)
  }
  observe = (element: Element) => void watched.push(element)
}

const set = (name: 'connection' | 'onLine' | 'sendBeacon', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })

const press = '<button type="button" id="press"><b>press</b></button>'
const link = '<a href="#answer" data-wait>link</a>'
const foot = `<p id="offline" data-failed="${failed}"></p>`
const island = (inner: string, when = '') => `<div data-island="${when}">${inner}</div>`
const outside = '<button type="button" id="outside">out</button>'

const find = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector)!
const line = () => find('#offline').textContent

type Stage = { held?: boolean }

/** A page that has been parsed. */
function begin(html: string, { held = true }: Stage = {}) {
  document.head.innerHTML = ''
  const inert = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`
  const blocks = held ? inert(runtimeId, files) + inert(runtimeDataId, given) : ''
  document.body.innerHTML = `${blocks}${html}${outside}${foot}`
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes as HTMLScriptElement[]) {
      scripts.push(node)
      if (node.src) requests.push(new URL(node.src).pathname)
    }
  })
  runPageScript(`${servedPageScript};${runtimeScript}`)
}
const idle = () => {
  for (const run of whenIdle.splice(0)) run()
}
function load() {
  dispatchEvent(new Event('load'))
  dispatchEvent(new Event('pageshow'))
}
function show(html: string, stage?: Stage) {
  begin(html, stage)
  load()
}

const turn = () => new Promise((resolve) => setTimeout(resolve))

/** Answers all requests. */
async function arrive({ status = 200, broken = '' } = {}) {
  for (const resolve of answers.splice(0)) resolve({ status })
  for (const script of scripts.splice(0))
    if (script.src) script.dispatchEvent(new Event(broken && script.src.endsWith(broken) ? 'error' : 'load'))
    else inlineScripts.push(script.textContent)
  await turn()
  for (const script of scripts.splice(0)) if (!script.src) inlineScripts.push(script.textContent)
}
/** Inline scripts that were appended. */
let inlineScripts: string[] = []
const begun = () => inlineScripts.length > 0

function ready() {
  for (const island of document.querySelectorAll<HTMLElement>('[data-island]')) island.dataset.ready = ''
  document.dispatchEvent(new Event('hydrated'))
  return turn()
}

const click = (selector: string, more: MouseEventInit = {}) =>
  find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more }))

history.replaceState(null, '', '/blog')
beforeEach(() => {
  ;[scripts, requests, answers, whenIdle, watched, inlineScripts] = [[], [], [], [], [], []]
  notice = undefined
  set('onLine', true)
  set('connection', undefined)
  set(
    'sendBeacon',
    vi.fn(() => true),
  )
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => whenIdle.push(run))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', (address: string) => {
    requests.push(address)
    return new Promise((resolve) => answers.push(resolve))
  })
})
afterEach(async () => {
  history.replaceState(null, '', '/blog')
  // Listeners are notified a turn later.
  await turn()
  endPage()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.session
  delete (self as { __next_f?: unknown }).__next_f
})

it('stays idle without deferred scripts', () => {
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
})

describe('starting the scripts', () => {
  const touch = (type: string, selector: string) => find(selector).dispatchEvent(new Event(type, { bubbles: true }))

  it.each(['pointerover', 'focusin', 'input'])('starts once on %s in an island', async (type) => {
    show(island(press))
    for (const selector of ['#press', 'b', '#press']) touch(type, selector)
    expect(requests).toEqual(files)
    await arrive()
    expect(inlineScripts).toEqual([given.first])
    expect((self as { __next_f?: unknown }).__next_f).toEqual(given.flight)
  })

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

const form = '<form action="/api/contact"><input name="a"><button type="submit">send</button></form>'

describe('a press on a button of an island', () => {
  it('waits, and each press is replayed', async () => {
    show(island(press))
    const onClick = vi.fn()
    find('#press').addEventListener('click', onClick)
    for (let times = 0; times < 3; times += 1) expect(click('b')).toBe(false)
    expect(onClick).not.toHaveBeenCalled()
    expect(find('#press').getAttribute('aria-busy')).toBe('true')
    await arrive()
    expect(onClick, 'loaded, but not yet ready').not.toHaveBeenCalled()
    await ready()
    expect(onClick).toHaveBeenCalledTimes(3)
    expect(find('#press').hasAttribute('aria-busy')).toBe(false)
  })

  it('is replayed in order with keys, except those of fields', async () => {
    show(island(`<input>${press}`))
    const seen: string[] = []
    find('#press').addEventListener('click', () => seen.push('click'))
    document.addEventListener('keydown', ({ key }) => seen.push(key))
    const type = (selector: string, key: string) =>
      find(selector).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    type('#press', 'ArrowRight')
    click('#press')
    type('#press', 'r')
    type('input', 'x')
    seen.length = 0
    await ready()
    expect(seen).toEqual(['ArrowRight', 'click', 'r'])
  })

  it('is also replayed for links outside that need an island', async () => {
    show(island('') + link)
    const onClick = vi.fn((event: Event) => event.preventDefault())
    find('a').addEventListener('click', onClick)
    expect(click('a')).toBe(false)
    expect(requests).toEqual(files)
    expect(onClick).not.toHaveBeenCalled()
    await ready()
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a link', '<a href="#x" id="it">x</a>', {}],
    ['a press with Ctrl', '<button type="button" id="it">x</button>', { ctrlKey: true }],
    ['a dialog button', '<button type="button" commandfor="menu" id="it">x</button>', {}],
    ['a submit button', '<button type="submit" id="it">x</button>', {}],
  ])('leaves %s to the browser', async (_, html, keys) => {
    show(island(html))
    const onClick = vi.fn((event: Event) => event.preventDefault())
    find('#it').addEventListener('click', onClick)
    click('#it', keys)
    expect(onClick).toHaveBeenCalledTimes(1)
    await ready()
    expect(onClick).toHaveBeenCalledTimes(1)
  })
})

describe('submitting a form', () => {
  let again: string[]
  beforeEach(() => {
    again = []
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => void again.push('plainly'))
    vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(
      (button) => void again.push(`again, by ${button?.textContent ?? 'nothing'}`),
    )
  })
  const send = () => {
    const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: find('[type=submit]') })
    find('form').dispatchEvent(event)
    return event.defaultPrevented
  }

  it('waits, and is replayed once with its button', async () => {
    show(island(form))
    for (let times = 0; times < 3; times += 1) expect(send()).toBe(true)
    expect(find('form').getAttribute('aria-busy')).toBe('true')
    await arrive()
    await ready()
    expect(again).toEqual(['again, by send'])
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
  })

  it.each([
    ['a script is missing', { broken: '2.js' }, true, ['plainly']],
    ['there is no connection', { broken: '2.js' }, false, []],
  ])('submits plainly or not if %s', async (_, how, isOnline, expected) => {
    show(island(form))
    send()
    set('onLine', isOnline)
    await arrive(how)
    expect(again).toEqual(expected)
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
    expect(line()).toBe('')
  })
})

it('reports scripts that fail to load, but not without a connection', async () => {
  show(island(press))
  click('#press')
  await arrive({ broken: '2.js' })
  expect(navigator.sendBeacon).toHaveBeenCalledWith('/api/errors', expect.stringContaining('"kind":"island"'))
  set('onLine', false)
  click('#press')
  await arrive({ broken: '2.js' })
  expect(navigator.sendBeacon).toHaveBeenCalledOnce()
})

describe('scripts that fail to load', () => {
  it('reports a failure, and the next press retries only the missing file', async () => {
    show(island(press))
    const onClick = vi.fn()
    find('#press').addEventListener('click', onClick)
    click('#press')
    await arrive({ broken: '2.js' })
    expect(line()).toBe(failed)
    expect(find('#press').hasAttribute('aria-busy')).toBe(false)
    expect(begun()).toBe(false)

    requests.length = 0
    click('#press')
    expect(line(), 'cleared during the retry').toBe('')
    expect(requests).toEqual([files[1]])
    await arrive()
    await ready()
    expect(begun()).toBe(true)
    expect(line()).toBe('')
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  it('follows a deferred link after a failure', async () => {
    show(island('') + link)
    click('a')
    await arrive({ broken: '1.js' })
    expect(location.hash).toBe('#answer')
    expect(line()).toBe('')
  })

  it.each([
    ['outside of a form, and retries on more typing', (field: string) => field, failed],
    ['in a form silently', (field: string) => `<form>${field}</form>`, ''],
  ])('reports typed text %s', async (_, framed, expected) => {
    show(island(framed('<input name="words">')))
    const type = () => {
      find<HTMLInputElement>('input').value += 'a'
      find('input').dispatchEvent(new Event('input', { bubbles: true }))
    }
    type()
    await arrive({ broken: '1.js' })
    expect(line()).toBe(expected)
    requests.length = 0
    type()
    expect(requests).toEqual([files[0]])
    await arrive()
    expect(begun()).toBe(true)
    expect(line()).toBe('')
  })
})
