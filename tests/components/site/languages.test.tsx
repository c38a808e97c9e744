import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { languagesScript } from '@/components/site/frame-scripts'
import { LanguageOffer, Languages } from '@/components/site/languages'
import { isDraft } from '@/lib/site-settings'
import { endPage, runPageScript } from '@/tests/setup/page-script'

type Props = Partial<Parameters<typeof Languages>[0]>

function show(props: Props = {}, languages = ['en-GB']) {
  vi.stubGlobal('navigator', { languages })
  render(
    <>
      <Languages path="/features" className="" offers {...props} />
      <LanguageOffer />
    </>,
  )
  document.documentElement.lang = 'en-GB'
  runPageScript(languagesScript)
}
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))
const offer = () => document.querySelector<HTMLElement>('#language-offer')

beforeEach(() => localStorage.clear())
afterEach(() => {
  endPage()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

it.each<[Props, string[]]>([
  [{}, ['/features', '/es/features', '/pt-br/features', '/fr/features', '/de/features', '/ar/features']],
  [
    { path: '/blog/x', translations: ['en', 'fr'] },
    ['/blog/x', '/es/blog', '/pt-br/blog', '/fr/blog/x', '/de/blog', '/ar/blog'],
  ],
])('links to %j in each language, or to its blog', (props, expected) => {
  show(props)
  expect(hrefs()).toEqual(expected)
  expect(screen.getByRole('link', { current: true }).textContent).toBe('English')
})

describe('the offer of another language', () => {
  it.each([
    [['es-MX', 'en'], '/es/features'],
    [['tlh', 'ar'], '/ar/features'],
    [['en-US', 'es'], undefined],
    [['tlh'], undefined],
  ])('to a visitor who reads %j is %s', (languages, href) => {
    show({}, languages)
    expect(offer()?.hidden).toBe(href === undefined)
    if (href) expect(offer()?.querySelector('a')?.pathname).toBe(href)
  })

  it('is in that language, and does not come back once closed', () => {
    show({}, ['ar'])
    expect(offer()).toMatchObject({ lang: 'ar', dir: 'rtl', textContent: expect.stringContaining('العربية') })
    offer()?.querySelector('button')?.click()
    expect(offer()?.hidden).toBe(true)
    vi.restoreAllMocks()
    runPageScript(languagesScript)
    expect(offer()?.hidden).toBe(true)
  })
})

it('counts a language as reviewed once the owner lists it', () => {
  expect([isDraft('en'), isDraft('fr')]).toEqual([false, true])
  vi.stubEnv('REVIEWED_LOCALES', 'fr')
  expect([isDraft('fr'), isDraft('es')]).toEqual([false, true])
})
