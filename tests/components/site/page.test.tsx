import { render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { current } from '@/components/site/header'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { foldsScript, menuScript, missingScript } from '@/components/site/frame-scripts'
import { locales, nativeName } from '@/lib/locales'
import { paths } from '@/lib/site'
import site from '@/messages/en/site.json'
import { serve } from '@/tests/components/blog/serve'
import { endPage, runPageScript } from '@/tests/setup/page-script'

afterEach(() => {
  endPage()
  document.body.innerHTML = ''
})

const show = (props: Partial<Parameters<typeof Page>[0]> = {}) =>
  render(
    <Page path="/features" {...props}>
      <h1>Here</h1>
    </Page>,
  )
/** As sent by the server: React does not render inline scripts in a browser. */
const serveAt = (path: string) =>
  serve(
    <Page path={path}>
      <h1>Here</h1>
    </Page>,
  )
const names = (container: HTMLElement) =>
  within(container)
    .getAllByRole('link', { hidden: true })
    .map((link) => link.textContent)

describe('the header', () => {
  it('lists the links in order and marks the current one', () => {
    show()
    const main = screen.getByRole('navigation', { name: 'Main' })
    expect(names(main)).toEqual(['Features', 'Therapy Protocol', 'Video Calls', 'Blog', 'Login', 'Profile'])
    expect(within(main).getByRole('link', { current: 'page' }).textContent).toBe('Features')
  })

  it.each([
    ['/blog/the-telephone', '/blog', 'page'],
    ['/blogs', '/blog', undefined],
    ['/features', '/blog', undefined],
  ])('marks at %s the link to %s as %s', (path, href, expected) => expect(current(path, href)).toBe(expected))
})

describe('the menu', () => {
  it('lists its items in the order of the specification', () => {
    show()
    const dialog = document.querySelector('dialog#menu')
    const all = [...(dialog?.querySelectorAll('*') ?? [])].filter((element) => element.matches('a, button'))
    const [logo, close, ...items] = all
    expect([logo?.textContent, close?.textContent]).toEqual(['Unhurried', 'Close'])
    expect(items.map((item) => item.getAttribute('aria-label') ?? item.textContent)).toEqual([
      'Features',
      'Therapy Protocol',
      'Video Calls',
      'Blog',
      'Switch to dark mode',
      'About us',
      'App',
      'Free tools',
      'Prices',
      'Login',
      'Profile',
      ...locales.map(nativeName),
      'Start My Free Trial',
    ])
  })
})

it('closes when the window is wide enough for the header’s links', () => {
  const wide = new EventTarget()
  const matchMedia = vi.spyOn(window, 'matchMedia').mockReturnValue(wide as MediaQueryList)
  runPageScript(menuScript)
  matchMedia.mockRestore()
  show()
  const dialog = document.querySelector('dialog')
  dialog?.showModal()
  wide.dispatchEvent(Object.assign(new Event('change'), { matches: false }))
  expect(dialog?.open).toBe(true)
  wide.dispatchEvent(Object.assign(new Event('change'), { matches: true }))
  expect(dialog?.open).toBe(false)
})

describe('a fold', () => {
  const fold = () => document.querySelector('details')!
  const goTo = (hash: string) => {
    location.hash = hash
    window.dispatchEvent(new Event('hashchange'))
  }
  afterEach(() => {
    location.hash = ''
  })

  it('opens for an address inside it, a press on a link to it, and a way back', () => {
    location.hash = '#source'
    document.body.innerHTML =
      '<a href="#source">1</a><a href="#other">2</a><details><p id="source"></p></details><p id="other"></p>'
    runPageScript(foldsScript)
    document.dispatchEvent(new Event('DOMContentLoaded'))
    expect(fold().open).toBe(true)
    fold().open = false
    screen.getByText('2').click()
    goTo('#other')
    expect(fold().open).toBe(false)
    screen.getByText('1').click()
    expect(fold().open).toBe(true)
    fold().open = false
    goTo('#source')
    expect(fold().open).toBe(true)
  })
})

describe('the menu in a browser without commands', () => {
  it('opens as a modal dialog, closes, and returns the focus', () => {
    runPageScript(menuScript)
    show()
    const dialog = document.querySelector('dialog')
    const showModal = vi.spyOn(dialog!, 'showModal')
    const [button] = screen.getAllByRole('button', { name: 'Menu' })
    button?.querySelector('path')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    expect(showModal).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(button)
    expect(dialog?.open).toBe(true)
    dialog?.querySelector<HTMLElement>('[command=close]')?.click()
    expect(dialog?.open).toBe(false)
  })
})

describe('calls to start the trial', () => {
  const calls = () =>
    [...document.querySelectorAll('a')].filter((link) => /^(Try|Start My)/.test(link.textContent ?? ''))

  it('are in header, menu and pill, hidden from subscribers', () => {
    show()
    expect(calls().map((link) => link.textContent)).toEqual([
      'Start My Free Trial',
      'Start My Free Trial',
      'Start My Free Trial',
      'Try it free',
    ])
    for (const link of calls()) {
      expect(link.getAttribute('href')).toBe('/pricing/start')
      expect(link.hasAttribute('data-pricing-link')).toBe(true)
      expect(link.className).toContain('trial-off:hidden')
    }
  })

  it.each(['/auth', '/pricing/start'])('are left out at %s', (path) => {
    serveAt(path)
    expect(calls()).toEqual([])
  })
})

it.each([
  [paths.auth, true],
  [paths.home, false],
])('at %s, has the message for missing scripts: %s', (path, expected) => {
  serveAt(path)
  expect([...document.scripts].some(({ text }) => text === missingScript)).toBe(expected)
})

describe('properties of a page', () => {
  it('shows the owner’s claim in the banner, once', () => {
    show()
    expect(document.body.textContent?.split(site.ownersClaim)).toHaveLength(2)
  })

  it('has a compact footer without the banner and the shelves of the full one', () => {
    show({ footer: 'compact' })
    expect(document.body.textContent).not.toContain(site.ownersClaim)
    const footer = screen.getByRole('contentinfo')
    expect(footer.textContent).toContain('© 2023')
    expect(within(footer).queryByRole('link', { name: 'Blogs' })).toBeNull()
  })

  it('has the full footer with its sections, badges and networks', () => {
    show({ banner: false })
    const footer = screen.getByRole('contentinfo')
    for (const name of ['Company', 'Product', 'Security', 'Download'])
      expect(within(footer).getByRole('heading', { name })).toBeTruthy()
    expect(footer.querySelectorAll('svg[role=img][width="254"][height="76"]')).toHaveLength(2)
    expect(within(footer).getByRole('list', { name: 'Social networks' }).children).toHaveLength(5)
    expect(footer.textContent).toContain('© 2023')
  })
})

describe('metadata', () => {
  it('has title, site name, description and canonical path', async () => {
    expect(await pageMetadata({ path: '/faq', title: 'Questions', description: 'Answers.' })).toMatchObject({
      title: 'Questions · Unhurried',
      description: 'Answers.',
      alternates: { canonical: '/faq' },
    })
    expect((await pageMetadata({ path: '/', title: 'Unhurried: a pause', description: '' })).title).toBe(
      'Unhurried: a pause',
    )
    expect((await pageMetadata({ path: '/auth', title: 'Sign in', description: '', index: false })).robots).toEqual({
      index: false,
      follow: false,
    })
  })

  it('describes the picture, and an article’s author, date and topic', async () => {
    const meta = { path: '/faq', title: 'Questions', description: 'Answers.' }
    expect((await pageMetadata({ ...meta, card: 'Answered in writing.' })).openGraph).toMatchObject({
      type: 'website',
      locale: 'en_GB',
      images: [{ url: '/og/faq.png', alt: 'Answered in writing.' }],
    })
    const author = { slug: 'unhurried', name: 'The Unhurried team', kind: 'organization' as const }
    const article = { written: '2026-11-01', modified: '2026-11-03', author, tags: ['posts'] }
    expect((await pageMetadata({ ...meta, article })).openGraph).toMatchObject({
      type: 'article',
      publishedTime: '2026-11-01T00:00:00.000Z',
      modifiedTime: '2026-11-03T00:00:00.000Z',
      authors: paths.by('unhurried'),
      tags: ['posts'],
      images: [{ alt: 'Questions' }],
    })
  })
})
