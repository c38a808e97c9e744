import { createHash } from 'node:crypto'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, test, vi } from 'vitest'
import { ConsentStep } from '@/components/auth/notices'
import { asksForConsent, initialState, lacksConsent, type State } from '@/components/auth/state'
import { readHealthConsent, storeHealthConsent, healthConsentVersion } from '@/lib/browser/health-consent'
import { messagesOf } from '@/lib/i18n/messages'
import { locales, type Locale } from '@/lib/locales'

const button = (attributes: string) => {
  document.body.innerHTML = `<button ${attributes}></button>`
  return document.body.firstElementChild as Element
}
const at = (name: string, change: Partial<State> = {}): State => ({
  ...initialState,
  stage: { at: 'widget' },
  page: { name, hasButtons: true },
  ...change,
})
const submit = 'class="firebaseui-id-submit"'
const isNew = { visit: 'new' } as const

test.each<[string, string, Partial<State>, boolean]>([
  ['provider-sign-in', 'data-provider-id="google.com"', isNew, true],
  ['provider-sign-in', 'data-provider-id="password"', isNew, false],
  ['provider-sign-in', 'data-provider-id="google.com"', {}, false],
  ['provider-sign-in', 'data-provider-id="google.com"', { ...isNew, hasConsent: true }, false],
  ['provider-sign-in', 'data-provider-id="password"', { ...isNew, emailLink: true }, false],
  ['sign-in', submit, isNew, false],
  ['sign-in', submit, { ...isNew, emailLink: true }, true],
  ['phone-sign-in-start', submit, isNew, true],
  ['password-sign-up', submit, {}, true],
  ['password-sign-up', 'class="firebaseui-id-secondary-link"', {}, false],
  ['password-sign-in', submit, isNew, false],
])('on %s, %s with %j needs the consent first: %s', (page, attributes, change, expected) => {
  expect(lacksConsent(at(page, change), button(attributes))).toBe(expected)
})

test('does not ask for consent on pages that only sign in', () => {
  expect(asksForConsent(at('password-sign-in', isNew))).toBe(false)
})

it('creates no account without the tick, and says why', async () => {
  const onAgree = vi.fn()
  render(<ConsentStep onAgree={onAgree} onDecline={async () => null} />)
  const create = screen.getByRole('button', { name: 'Create my account' })
  await userEvent.click(create)
  expect(screen.getByRole('alert').textContent).toContain('we may not store an account')
  expect(document.activeElement).toBe(screen.getByRole('checkbox'))
  expect(onAgree).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(create)
  expect(onAgree).toHaveBeenCalledOnce()
})

it('reports a new account that could not be deleted', async () => {
  render(<ConsentStep onAgree={() => {}} onDecline={async () => 'We couldn’t reach our server.'} />)
  await userEvent.click(screen.getByRole('button', { name: 'Don’t create an account' }))
  expect((await screen.findByRole('alert')).textContent).toBe('We couldn’t reach our server.')
})

/** By version, then by language. Other words of a language need a new version, and a hash here. */
const pinned: Record<string, Partial<Record<Locale, string>>> = {
  '2026-11-28': {
    en: 'cebde6bba30bbb3d9b5add7a9c218f2c1dcf7d0337085a6442ca313606a575c5',
    es: 'f600a0f2aebcbb1e311fec21ac5b30d393bca1dbb7cb56fb205e00b17c8c3306',
    'pt-BR': '416744d9ee6c1b09764c8604161094e67a966dc2af2e0fb01fada64b9b3cc499',
    fr: '852fa29763f7287a96994706cfe26c82272e6ad483d3edd1f2f8bd17ba4e76e4',
    de: '70b79f81c890d2472170e6f761efc968323a132c179ed41091d8ec7bff18c274',
    ar: '07ec573c1691c9b822853a1f6101c1f4c0d7a371cca23e1c2bdd3551b9ef4ac5',
  },
}

test.each(locales)('pins the words of the consent in %s', async (locale) => {
  const text = (await messagesOf(locale)).auth.consent.health
  expect(createHash('sha256').update(text).digest('hex')).toBe(pinned[healthConsentVersion]?.[locale])
})

test('remembers the version and the language of a tick', () => {
  history.replaceState(null, '', '/pt-br/auth')
  storeHealthConsent(true)
  history.replaceState(null, '', '/profile')
  expect(readHealthConsent()).toEqual({ version: healthConsentVersion, language: 'pt-BR' })
  storeHealthConsent(false)
  expect(readHealthConsent()).toBeNull()
})
