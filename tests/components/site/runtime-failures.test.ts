// @vitest-environment happy-dom
import { describe, expect, it, test, vi } from 'vitest'
import {
  files,
  failed,
  requests,
  set,
  press,
  link,
  island,
  find,
  line,
  idle,
  show,
  arrive,
  begun,
  ready,
  click,
} from './runtime-page'

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
