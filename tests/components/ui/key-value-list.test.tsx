// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KeyValueList } from '@/components/ui/key-value-list'

test.each([
  ['First charge, 5 December 2026', ['5 December 2026']],
  ['Free trial, 7 days, ends', []],
  ['Tax', []],
])('does not break “%s” within a date', (term, dates) => {
  render(<KeyValueList rows={[{ term, value: '$19.00' }]} />)
  const shown = screen.getByRole('term')
  expect(shown.textContent).toBe(term)
  expect([...shown.querySelectorAll('[class*=whitespace-nowrap]')].map(({ textContent }) => textContent)).toEqual(dates)
})
