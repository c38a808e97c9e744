import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Contents } from '@/components/site/contents'
import { contentsScript } from '@/components/site/frame-scripts'
import type { Heading } from '@/lib/contract/content'
import { endPage, runPageScript } from '@/tests/setup/page-script'
import { serve } from './serve'

/** Elements that the script observes: the headings and the page. */
class Observer {
  static all: Observer[] = []
  watched: Element[] = []
  constructor(
    readonly callback: IntersectionObserverCallback,
    readonly options: IntersectionObserverInit,
  ) {
    Observer.all.push(this)
  }
  observe = (element: Element) => void this.watched.push(element)
  disconnect = () => void (this.watched = [])
  tell = (elements: (Element | null)[], isIntersecting: boolean) =>
    this.callback(
      elements.map((target) => ({ target, isIntersecting, intersectionRatio: isIntersecting ? 1 : 0.9 })) as never,
      this as never,
    )
}
const ofHeadings = () => Observer.all.filter(({ watched }) => watched.length > 1)
const pass = (ids: string[], isIntersecting = true) =>
  ofHeadings()[0]?.tell(
    ids.map((id) => document.getElementById(id)),
    isIntersecting,
  )
const reachEnd = (isThere = true) => {
  vi.stubGlobal('scrollY', 900)
  Observer.all.find(({ watched }) => watched[0] === document.body)?.tell([document.body], isThere)
}

beforeEach(() => {
  Observer.all = []
  vi.stubGlobal('IntersectionObserver', Observer)
})
afterEach(() => {
  endPage()
  vi.unstubAllGlobals()
  document.documentElement.removeAttribute('style')
})

const headings: Heading[] = [
  { id: 'on-signs', text: 'Three signs', parts: [{ id: 'on-block', text: 'Block' }] },
  { id: 'on-day', text: 'One day', parts: [] },
  { id: 'label', text: 'Sources' },
]

function show() {
  serve(
    <>
      <Contents headings={headings} />
      {['on-signs', 'on-block', 'on-day', 'label'].map((id) => (
        <h2 key={id} id={id}>
          {id}
        </h2>
      ))}
    </>,
  )
  runPageScript(contentsScript)
  // The headings follow the script in a page.
  document.dispatchEvent(new Event('DOMContentLoaded'))
}

/** The folded contents of narrow windows and the list of wide ones; CSS shows one. */
const navs = () => screen.getAllByRole('navigation', { name: 'Contents' })
const nav = (place = 1) => within(navs()[place] as HTMLElement)
const here = (place?: number) =>
  nav(place)
    .queryAllByRole('link', { current: 'location' })
    .map((link) => link.textContent)

it('lists headings with their subheadings', () => {
  show()
  const [first] = nav().getAllByRole('listitem')
  const inner = within(first as HTMLElement).getByRole('list')
  expect(
    within(inner)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['#on-block'])
  expect(nav().getAllByRole('list')).toHaveLength(2)
  expect(
    nav()
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Three signs', 'Block', 'One day', 'Sources'])
})

it('is folded in narrow windows, with the number of parts', () => {
  show()
  const [folded] = navs()
  expect(folded?.querySelector('details')?.open).toBe(false)
  expect(folded?.querySelector('summary')?.textContent).toBe('On this page, 4 parts')
  expect(nav(0).getAllByRole('link', { hidden: true })).toHaveLength(4)
  pass(['on-signs'])
  expect(folded?.querySelector('[aria-current=location]')?.textContent).toBe('Three signs')
})

it('marks the last heading passed, in both directions', () => {
  show()
  expect(ofHeadings()[0]?.watched.map(({ id }) => id)).toEqual(['on-signs', 'on-block', 'on-day', 'label'])
  pass(['on-signs', 'on-block', 'on-day', 'label'], false)
  expect(here()).toEqual([])
  pass(['on-signs'])
  expect(here()).toEqual(['Three signs'])
  // A jump passes several headings in any order.
  pass(['label', 'on-block', 'on-day'])
  expect(here()).toEqual(['Sources'])
  pass(['label', 'on-day'], false)
  expect(here()).toEqual(['Block'])
  pass(['on-signs', 'on-block'], false)
  expect(here()).toEqual([])
})

it('at the page’s end, marks the clicked heading or the last one', () => {
  show()
  const press = (name: string) => fireEvent.click(nav().getByRole('link', { name }))
  pass(['on-signs', 'on-block'])
  reachEnd()
  expect(here()).toEqual(['Sources'])
  press('One day')
  expect(here()).toEqual(['One day'])
  press('Sources')
  expect(here()).toEqual(['Sources'])
  press('One day')
  reachEnd(false)
  expect(here()).toEqual(['Block'])
  // Scrolling back to the end is not a click.
  reachEnd()
  expect(here()).toEqual(['Sources'])
})

it('marks the contents with the language of the text', () => {
  serve(<Contents headings={[{ id: 'on-un', text: 'واحد' }]} lang="ar" />)
  for (const list of document.querySelectorAll('ol')) expect([list.lang, list.dir]).toEqual(['ar', 'rtl'])
})
