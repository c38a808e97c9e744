// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Visit } from '@/components/auth/widget/look-up'
import { VisitStep } from '@/components/auth/page/visit-step'

afterEach(cleanup)

test.each<[Visit, boolean, RegExp]>([
  ['in', false, /your password comes next/],
  ['new', false, /choose a password next: 6 characters or more/],
  ['in', true, /^With e-mail, we send you a link that signs you in\./],
  ['new', true, /^With e-mail, we send you a link that makes your account\./],
])('the hint says what follows for %s, by a link: %s', (visit, emailLink, text) => {
  render(<VisitStep visit={visit} emailLink={emailLink} hint choose={vi.fn()} />)
  const group = screen.getByRole('group')
  expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(text)
})
