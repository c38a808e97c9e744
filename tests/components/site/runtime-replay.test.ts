// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  arrive,
  begun,
  click,
  failed,
  files,
  find,
  idle,
  island,
  line,
  link,
  press,
  ready,
  requests,
  set,
  show,
} from './runtime-page'

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

  it('is ignored outside of islands', () => {
    show(form)
    expect(send()).toBe(false)
    expect(requests).toEqual([])
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

  it('stays silent offline, and retries when back online', async () => {
    show(island(press, 'now'))
    click('#press')
    find('#offline').textContent = 'You are offline.'
    set('onLine', false)
    await arrive({ broken: '1.js' })
    expect(line()).toBe('You are offline.')
    requests.length = 0
    set('onLine', true)
    dispatchEvent(new Event('online'))
    expect(requests).toEqual([files[0]])
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

  it('a failed prefetch is silent, and a touch retries', async () => {
    show(island(press))
    idle()
    await arrive({ broken: '1.js' })
    expect(line()).toBe('')
    requests.length = 0
    click('#press')
    expect(requests).toEqual([files[0]])
  })
})
