// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deferLayoutScript, layOutScript } from '@/components/site/lay-out-script'
import { endPage, runPageScript } from '@/tests/setup/page-script'

const { dataset } = document.documentElement
beforeEach(() => {
  dataset.layout = 'deferred'
})
afterEach(() => {
  delete dataset.layout
  vi.unstubAllGlobals()
  endPage()
})

const laid = () => [...document.querySelectorAll('[data-laid]')].map(({ id }) => id).join('')

const html = `<main><div id="x"></div><section id="w"><section id="y"></section></section><section id="a"></section>
  <div id="v" data-questions></div><div id="b" data-questions></div><ul><li id="u"></li><li id="c" data-late></li></ul>
  <section id="d"></section></main><footer id="e"></footer><div id="z"></div>`

it('lays out what is below the window once the page has loaded, two parts a frame', () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step))
  document.body.innerHTML = html
  runPageScript(layOutScript)
  expect(laid()).toBe('')
  dispatchEvent(new Event('load'))
  expect(laid()).toHaveLength(2)
  for (let left = 5; left > 0; left--) for (const step of frames.splice(0)) step(0)
  expect(laid()).toBe('abcde')
  expect(frames).toEqual([])
  expect(dataset.layout).toBeUndefined()
})

it('stops once all of the page is laid out for another reason', () => {
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (step: FrameRequestCallback) => frames.push(step))
  document.body.innerHTML = html
  runPageScript(layOutScript)
  dispatchEvent(new Event('load'))
  delete dataset.layout
  for (const step of frames.splice(0)) step(0)
  expect(frames).toEqual([])
})

it('touches nothing where nothing was left: React would find another page than it was sent', () => {
  delete dataset.layout
  document.body.innerHTML = html
  runPageScript(layOutScript)
  dispatchEvent(new Event('load'))
  expect(laid()).toBe('')
})

describe('the layout below the window is left', () => {
  const home = `${location.origin}/`
  let navigation: EventTarget | undefined
  const open = (name: string, type: string) => {
    vi.stubGlobal('navigation', navigation)
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name, type } as unknown as PerformanceEntry])
    runPageScript(deferLayoutScript)
    return dataset.layout
  }
  beforeEach(() => {
    delete dataset.layout
    dataset.line = 'slow'
    navigation = new EventTarget()
  })
  afterEach(() => {
    delete dataset.line
    history.replaceState(null, '', '/')
    vi.restoreAllMocks()
  })

  it.each([
    ['a page', home, 'navigate', 'deferred'],
    ['a part of a page', `${home}#price`, 'navigate', undefined],
    ['a text fragment', `${home}#:~:text=price`, 'navigate', undefined],
    ['a page that is loaded again', home, 'reload', undefined],
    ['a page that somebody comes back to', home, 'back_forward', undefined],
  ])('or not: %s (%s, %s)', (_, name, type, layout) => {
    expect(open(name, type)).toBe(layout)
  })

  it('not at a part of a page behind a redirect', () => {
    history.replaceState(null, '', '/contact#outcome')
    expect(open(`${home}contact`, 'navigate')).toBeUndefined()
  })

  it('not on a fast line', () => {
    delete dataset.line
    expect(open(home, 'navigate')).toBeUndefined()
  })

  it('not where the browser does not announce navigations', () => {
    navigation = undefined
    expect(open(home, 'navigate')).toBeUndefined()
  })

  it.each([
    ['a navigation within the page', () => navigation?.dispatchEvent(new Event('navigate'))],
    ['a key', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }))],
  ])('until %s', (_, act) => {
    expect(open(home, 'navigate')).toBe('deferred')
    act()
    expect(dataset.layout).toBeUndefined()
  })
})
