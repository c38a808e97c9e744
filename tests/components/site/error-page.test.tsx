import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import PageErrorBoundary from '@/app/(en)/error'
import words from '@/messages/de/failed.json'

test.each([
  ['German', { ...words, home: '/de' }, words.title, '/de'],
  ['no', undefined, 'Something went wrong on our side.', '/'],
])('has the words of the failed document: %s', (_, failed, title, home) => {
  document.documentElement.dataset.failed = failed ? JSON.stringify(failed) : ''
  render(<PageErrorBoundary error={Object.assign(new Error('x'), { digest: '1' })} reset={() => {}} />)
  expect(screen.getByRole('heading').textContent).toBe(title)
  expect(screen.getByRole('link').getAttribute('href')).toBe(home)
})
