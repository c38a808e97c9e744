import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prefetchScript } from '@/components/site/prefetch-script'
import { endPage, runPageScript } from '@/tests/setup/page-script'

let margin: string | undefined
let notice: (links: Element[]) => void = () => {}
const watched: Element[] = []

class Observer {
  constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    margin = options?.rootMargin
    notice = (links) =>
      callback(links.map((target) => ({ isIntersecting: true, target })) as IntersectionObserverEntry[], this as never)
  }
  observe = (link: Element) => void watched.push(link)
  unobserve = () => {}
}

const connect = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

function show(html: string) {
  document.body.innerHTML = html
  runPageScript(prefetchScript)
  dispatchEvent(new Event('load'))
}
const fetched = () => [...document.head.querySelectorAll('link[rel=prefetch]')].map((link) => link.getAttribute('href'))

beforeEach(() => {
  history.replaceState(null, '', '/features')
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
  connect(undefined)
})
afterEach(() => {
  endPage()
  vi.unstubAllGlobals()
  document.head.innerHTML = ''
  watched.length = 0
  margin = undefined
})

it('prefetches a page once its link is within 200 pixels', () => {
  show('<a href="/faq">1</a><a href="/faq#cost">2</a><a href="/faq/">3</a><a href="/about?c=true">4</a>')
  expect(margin).toBe('200px')
  expect(fetched()).toEqual([])
  notice(watched)
  expect(fetched()).toEqual(['/faq', '/about?c=true'])
})

it.each([
  ['this page', '<a href="/features#x">here</a>'],
  ['another origin', '<a href="//else.example/faq">there</a>'],
  ['the API', '<a href="/api/users/export">mine</a>'],
  ['a file', '<a href="/blog/rss.xml">feed</a>'],
])('ignores %s', (_, html) => {
  show(html)
  notice(watched)
  expect(fetched()).toEqual([])
})

describe('in a list', () => {
  const list = '<ul data-ahead="intent"><li><a href="/blog/a"><b>a</b></a></ul><p>text</p>'
  const point = (type: string, place: string) =>
    document.querySelector(place)!.dispatchEvent(new Event(type, { bubbles: true }))

  it.each(['pointermove', 'focusin', 'pointerdown'])('prefetches a link’s page once on %s', (type) => {
    show(`${list}<a href="/faq">faq</a>`)
    expect(watched.map((link) => link.getAttribute('href'))).toEqual(['/faq'])
    for (const place of ['b', 'p', 'b']) point(type, place)
    expect(fetched()).toEqual(['/blog/a'])
  })
})

it('waits while offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show('<a href="/faq">1</a>')
  notice(watched)
  expect(fetched()).toEqual([])
  vi.restoreAllMocks()
  notice(watched)
  expect(fetched()).toEqual(['/faq'])
})
