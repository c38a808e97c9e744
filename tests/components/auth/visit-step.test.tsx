// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Visit } from '@/components/auth/look-up'
import { VisitStep } from '@/components/auth/visit-step'

afterEach(cleanup)

test.each<[Visit, boolean, RegExp]>([
  ['in', false, /ask for your password/],
  ['new', false, /choose a password of at least 6/],
  ['in', true, /^By e-mail, we send you a link that signs you in\./],
  ['new', true, /^By e-mail, we send you a link that makes your account\./],
])('the hint says what follows for %s, by a link: %s', (visit, emailLink, text) => {
  render(<VisitStep visit={visit} emailLink={emailLink} choose={vi.fn()} />)
  const group = screen.getByRole('group')
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(text)
})
