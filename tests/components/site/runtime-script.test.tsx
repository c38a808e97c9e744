// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { runtimeScript } from '@/components/site/runtime-script'
import { Island } from '@/components/ui/island'
import { runtimeBlock } from '@/lib/contract/runtime'
import { keeping, storageKeys } from '@/lib/site'
import { endPage, runPageScript } from '@/tests/setup/page-script'

const files = ['/_next/static/chunks/1.js', '/_next/static/chunks/2.js']
const data = '/_next/static/pages/a.json'
const given = { first: 'globalThis.begun = true', flight: [[0], [1, 'a']] }
const failed = 'It could not be loaded.'

/** Appended scripts, which the test loads. */
let scripts: HTMLScriptElement[] = []
/** Addresses of scripts and data in order of request. */
let asked: string[] = []
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

const form = '<form action="/api/contact"><input name="a"><button type="submit">send</button></form>'
const press = '<button type="button" id="press"><b>press</b></button>'
const link = '<a href="#answer" data-held>link</a>'
const foot = `<p id="offline" data-failed="${failed}"></p>`
const island = (inner: string, when = '') => `<div data-island="${when}">${inner}</div>`
const outside = '<button type="button" id="outside">out</button>'

const find = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector)!
const line = () => find('#offline').textContent

type Stage = { held?: boolean; sheet?: boolean }

/** A page that has been parsed. */
function begin(html: string, { held = true, sheet = false }: Stage = {}) {
  document.head.innerHTML = sheet ? '<link rel="stylesheet" href="/a.css" disabled>' : ''
  document.body.innerHTML = `${held ? `<script type="application/json" id="${runtimeBlock}"></script>` : ''}${html}${outside}${foot}`
  const block = document.getElementById(runtimeBlock)
  if (block) block.textContent = JSON.stringify({ scripts: files, data })
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes as HTMLScriptElement[]) {
      scripts.push(node)
      if (node.src) asked.push(new URL(node.src).pathname)
    }
  })
  runPageScript(runtimeScript)
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
  for (const resolve of answers.splice(0)) resolve({ ok: status === 200, json: async () => given })
  for (const script of scripts.splice(0))
    if (script.src) script.dispatchEvent(new Event(broken && script.src.endsWith(broken) ? 'error' : 'load'))
    else said.push(script.textContent)
  await turn()
  for (const script of scripts.splice(0)) if (!script.src) said.push(script.textContent)
}
/** Inline scripts that were appended. */
let said: string[] = []
const everything = [data, ...files]
const begun = () => said.length > 0

function ready(selector = '[data-island]') {
  const box = find(selector)
  box.dataset.ready = ''
  box.dispatchEvent(new Event('islandready', { bubbles: true }))
  return turn()
}

const click = (selector: string, more: MouseEventInit = {}) =>
  find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...more }))

history.replaceState(null, '', '/blog')
beforeEach(() => {
  ;[scripts, asked, answers, whenIdle, watched, said] = [[], [], [], [], [], []]
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
    asked.push(address)
    return new Promise((resolve) => answers.push(resolve))
  })
})
afterEach(async () => {
  history.replaceState(null, '', '/blog')
  // Listeners are notified a turn later.
  await turn()
  endPage()
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  delete (self as { __next_f?: unknown }).__next_f
})

describe('without deferred scripts', () => {
  it('does nothing', () => {
    show(island(press), { held: false })
    idle()
    expect(click('#press')).toBe(true)
    expect(asked).toEqual([])
    expect(document.addEventListener).not.toHaveBeenCalled()
  })
})

describe('prefetching', () => {
  it('starts when the page is loaded and idle, without running scripts', async () => {
    begin(island(press))
    expect(asked).toEqual([])
    dispatchEvent(new Event('load'))
    expect(asked).toEqual([])
    idle()
    expect(asked).toEqual(everything)
    await arrive()
    expect(begun()).toBe(false)
  })

  it('skips a page without an island', () => {
    show('<p>text</p>')
    idle()
    expect(asked).toEqual([])
  })

  it.each([
    ['a data saver', { saveData: true }, false],
    ['a very slow line', { effectiveType: '2g' }, false],
    ['the slowest line', { effectiveType: 'slow-2g' }, false],
    ['a wish for less data', undefined, true],
  ])('skips %s, but a touch loads everything', async (_, connection, isReduced) => {
    set('connection', connection)
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: isReduced && query.includes('reduced-data') }))
    show(island(press))
    idle()
    expect(asked).toEqual([])
    click('#press')
    expect(asked).toEqual(everything)
    await arrive()
    expect(begun()).toBe(true)
  })

  it('works on a slow connection', () => {
    set('connection', { effectiveType: '3g', saveData: false })
    show(island(press))
    idle()
    expect(asked).toEqual(everything)
  })

  it('uses a timer in browsers without idle callbacks', () => {
    vi.useFakeTimers()
    Reflect.deleteProperty(window, 'requestIdleCallback')
    show(island(press))
    vi.runAllTimers()
    expect(asked).toEqual(everything)
    vi.useRealTimers()
  })
})

describe('starting the scripts', () => {
  const touch = (type: string, selector: string) => find(selector).dispatchEvent(new Event(type, { bubbles: true }))

  it.each(['pointerover', 'pointerdown', 'focusin', 'keydown', 'input'])('%s on an island, once', async (type) => {
    show(island(press), { sheet: true })
    const sheet = find<HTMLLinkElement>('link')
    for (const selector of ['#press', 'b', '#press']) touch(type, selector)
    expect(asked).toEqual(everything)
    expect(sheet.disabled, 'the rest of its style sheet comes with them').toBe(false)
    await arrive()
    expect(said).toEqual([given.first])
    expect((self as { __next_f?: unknown }).__next_f).toEqual(given.flight)
  })

  it.each(['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'click'])('not %s beside it', (type) => {
    show(island(press))
    touch(type, '#outside')
    expect(asked).toEqual([])
  })

  it('not by touching a ready island', async () => {
    show(island(press))
    await ready()
    touch('pointerdown', '#press')
    expect(click('#press')).toBe(true)
    expect(asked).toEqual([])
  })

  it('prefetched ones start at a touch without a request', async () => {
    show(island(press))
    idle()
    await arrive()
    touch('pointerdown', '#press')
    await turn()
    await arrive()
    expect(asked).toEqual(everything)
    expect(begun()).toBe(true)
  })

  it('a session', async () => {
    localStorage.setItem(storageKeys.session, '{"uid":"a"}')
    begin('<p>text</p>')
    expect(asked).toEqual(everything)
    await arrive()
    expect(begun()).toBe(true)
  })

  it('by a sign-in in another tab', async () => {
    show('<p>text</p>')
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.theme }))
    expect(asked).toEqual([])
    localStorage.setItem(storageKeys.session, '{"uid":"a"}')
    dispatchEvent(new StorageEvent('storage', { key: storageKeys.session }))
    await arrive()
    expect(begun()).toBe(true)
  })

  it('not when storage is blocked', () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('blocked', 'SecurityError')
      },
      clear() {},
    })
    show(island(press))
    expect(asked).toEqual([])
  })

  it.each([
    ['now', '/blog', 'at once'],
    ['address', '/blog', 'later'],
    ['address', '/blog?q=a', 'at once'],
    ['address', '/blog#q=a', 'at once'],
    ['', '/blog?q=a#b', 'later'],
    ['kept', '/blog#a', 'later'],
    ['seen', '/blog#a', 'later'],
  ])('an island of the kind “%s” at %s: %s', (when, address, expected) => {
    history.replaceState(null, '', address)
    begin(island(press, when))
    expect(asked.length > 0 ? 'at once' : 'later').toBe(expected)
  })

  it('an address that changes', () => {
    show(island(press, 'address'))
    expect(asked).toEqual([])
    history.replaceState(null, '', '/blog#q=a')
    dispatchEvent(new Event('hashchange'))
    expect(asked).toEqual(everything)
  })

  it.each([
    [true, everything],
    [false, []],
  ])('saved posts: %s', async (has, expected) => {
    const names: string[] = []
    vi.stubGlobal('caches', { has: async (name: string) => names.push(name) > 0 && has })
    show(island(press, 'kept'))
    await turn()
    expect(names).toEqual([keeping.cache])
    expect(asked).toEqual(expected)
  })

  it('treats blocked caches as empty', async () => {
    vi.stubGlobal('caches', { has: () => Promise.reject(new DOMException('blocked', 'SecurityError')) })
    show(island(press, 'kept'))
    await turn()
    expect(asked).toEqual([])
  })

  it('does not watch islands with a data saver', () => {
    set('connection', { saveData: true })
    show(island(press, 'seen'))
    idle()
    expect(watched).toEqual([])
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
    ['typed before the page was left', 'words', everything],
    ['that the page itself brings', '', []],
  ])('a text %s when restored by Back', (_, value, expected) => {
    show(island('<input value="own">'))
    if (value) find<HTMLInputElement>('input').value = value
    dispatchEvent(new Event('pageshow'))
    expect(asked).toEqual(expected)
  })
})

describe('a press on a button of an island', () => {
  it('waits, and is replayed once, however often it was pressed', async () => {
    show(island(press))
    const heard = vi.fn()
    find('#press').addEventListener('click', heard)
    for (let times = 0; times < 3; times += 1) expect(click('b')).toBe(false)
    expect(heard).not.toHaveBeenCalled()
    expect(find('#press').getAttribute('aria-busy')).toBe('true')
    await arrive()
    expect(heard, 'it is there, and not yet ready').not.toHaveBeenCalled()
    await ready()
    expect(heard).toHaveBeenCalledTimes(1)
    expect(find('#press').hasAttribute('aria-busy')).toBe(false)
  })

  it('is replayed by its own island', async () => {
    show(`<div id="other" data-island=""></div>${island(press)}`)
    const heard = vi.fn()
    find('#press').addEventListener('click', heard)
    click('#press')
    await ready('#other')
    expect(heard).not.toHaveBeenCalled()
    await ready('[data-island]:not(#other)')
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('is also replayed for links outside that need an island', async () => {
    show(island('') + link)
    const heard = vi.fn((event: Event) => event.preventDefault())
    find('a').addEventListener('click', heard)
    expect(click('a')).toBe(false)
    expect(asked).toEqual(everything)
    expect(heard).not.toHaveBeenCalled()
    await ready()
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a link', '<a href="#x" id="it">x</a>', {}],
    ['a press with Ctrl', '<button type="button" id="it">x</button>', { ctrlKey: true }],
    ['a press with Meta', '<a href="#x" id="it" data-held>x</a>', { metaKey: true }],
    ['a press with Shift', '<a href="#x" id="it" data-held>x</a>', { shiftKey: true }],
    ['a press with Alt', '<a href="#x" id="it" data-held>x</a>', { altKey: true }],
    ['what opens a dialog', '<button type="button" commandfor="menu" id="it">x</button>', {}],
    ['what opens a popover', '<button type="button" popovertarget="menu" id="it">x</button>', {}],
    ['what sends a form', '<button type="submit" id="it">x</button>', {}],
  ])('%s is left to the browser', async (_, html, keys) => {
    show(island(html))
    const heard = vi.fn((event: Event) => event.preventDefault())
    find('#it').addEventListener('click', heard)
    click('#it', keys)
    expect(heard).toHaveBeenCalledTimes(1)
    await ready()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})

test('reports scripts that fail to load, but not without a connection', async () => {
  show(island(press))
  click('#press')
  await arrive({ broken: '2.js' })
  expect(navigator.sendBeacon).toHaveBeenCalledWith('/api/errors', expect.stringContaining('"kind":"island"'))
  set('onLine', false)
  click('#press')
  await arrive({ broken: '2.js' })
  expect(navigator.sendBeacon).toHaveBeenCalledOnce()
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

  it('is ignored outside of islands', () => {
    show(form)
    expect(send()).toBe(false)
    expect(asked).toEqual([])
  })

  it.each([
    ['the data is not there', { status: 404 }, true, ['plainly']],
    ['a script is not there', { broken: '2.js' }, true, ['plainly']],
    ['there is no connection', { broken: '2.js' }, false, []],
  ])('if %s', async (_, how, isOnline, expected) => {
    show(island(form))
    send()
    set('onLine', isOnline)
    await arrive(how)
    expect(again).toEqual(expected)
    expect(find('form').hasAttribute('aria-busy')).toBe(false)
    expect(line()).toBe('')
  })
})

describe('scripts that fail to load', () => {
  it.each([
    ['the data', { status: 404 }, [data]],
    ['a script', { broken: '2.js' }, [files[1]]],
  ])('reports a failure, and the next press retries only %s', async (_, how, anew) => {
    show(island(press))
    const heard = vi.fn()
    find('#press').addEventListener('click', heard)
    click('#press')
    await arrive(how)
    expect(line()).toBe(failed)
    expect(find('#press').hasAttribute('aria-busy')).toBe(false)
    expect(begun()).toBe(false)

    asked = []
    click('#press')
    expect(line(), 'said anew if it fails again').toBe('')
    expect(asked).toEqual(anew)
    await arrive()
    await ready()
    expect(begun()).toBe(true)
    expect(line()).toBe('')
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('follows a waiting link', async () => {
    show(island('') + link)
    click('a')
    await arrive({ status: 404 })
    expect(location.hash).toBe('#answer')
    expect(line()).toBe('')
  })

  it('stays silent offline, and retries when back online', async () => {
    show(island(press, 'now'))
    click('#press')
    find('#offline').textContent = 'You are offline.'
    set('onLine', false)
    await arrive({ broken: '1.js' })
    expect(line()).toBe('You are offline.')
    asked = []
    set('onLine', true)
    dispatchEvent(new Event('online'))
    expect(asked).toEqual([files[0]])
  })

  it.each([
    ['that no form would send is said, and typing on is another try', (field: string) => field, failed],
    ['that a form sends needs no word', (field: string) => `<form>${field}</form>`, ''],
  ])('typed text %s', async (_, framed, expected) => {
    show(island(framed('<input name="words">')))
    const type = () => find('input').dispatchEvent(new Event('input', { bubbles: true }))
    type()
    await arrive({ broken: '1.js' })
    expect(line()).toBe(expected)
    asked = []
    type()
    expect(asked).toEqual([files[0]])
    await arrive()
    expect(begun()).toBe(true)
    expect(line()).toBe('')
  })

  it('a failed prefetch is silent, and a touch retries', async () => {
    show(island(press))
    idle()
    await arrive({ status: 500 })
    expect(line()).toBe('')
    asked = []
    click('#press')
    expect(asked).toEqual([data])
  })
})

describe('an island', () => {
  it('is ready once its content listens, and names its trigger', () => {
    const order: string[] = []
    const hear = () => void order.push('ready')
    document.addEventListener('islandready', hear)
    function Part() {
      useEffect(() => void order.push('part'), [])
      return <p>part</p>
    }
    const { container, rerender } = render(
      <Island when="seen">
        <Part />
      </Island>,
    )
    expect(container.innerHTML).toBe('<div data-island="seen" class="contents" data-ready=""><p>part</p></div>')
    rerender(
      <Island when="seen">
        <Part />
      </Island>,
    )
    document.removeEventListener('islandready', hear)
    expect(order).toEqual(['part', 'ready'])
  })
})
