/** A page with deferred scripts, whose requests the test answers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runtimeScript } from '@/components/site/runtime-script'
import { servedPageScript } from '@/components/site/served-page-script'
import { runtimeDataId, runtimeId } from '@/lib/contract/runtime'
import { offlinePage } from '@/lib/site'
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

/** A page that has been parsed. */
function begin(html: string) {
  document.head.innerHTML = ''
  const inert = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`
  document.body.innerHTML = `${inert(runtimeId, files)}${inert(runtimeDataId, given)}${html}${outside}${foot}`
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
function show(html: string) {
  begin(html)
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

  it.each(['pointerover', 'click'])('does not start on %s outside of an island', (type) => {
    show(island(press))
    touch(type, '#outside')
    expect(requests).toEqual([])
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
    ['a long text', '<textarea>own</textarea>', { value: 'words' }],
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

describe('a press on a button of an island', () => {
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

it('keeps a form without a connection on the page, and does not send it plainly', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
  show(island('<form action="/api/contact"><button type="submit">send</button></form>'))
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: find('[type=submit]') })
  find('form').dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  set('onLine', false)
  await arrive({ broken: '2.js' })
  expect(submit).not.toHaveBeenCalled()
  expect(find('form').hasAttribute('aria-busy')).toBe(false)
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

  it('keeps silent about text typed in a form, and retries on more', async () => {
    show(island('<form><input name="words"></form>'))
    const type = () => {
      find<HTMLInputElement>('input').value += 'a'
      find('input').dispatchEvent(new Event('input', { bubbles: true }))
    }
    type()
    await arrive({ broken: '1.js' })
    expect(line()).toBe('')
    requests.length = 0
    type()
    expect(requests).toEqual([files[0]])
  })
})
