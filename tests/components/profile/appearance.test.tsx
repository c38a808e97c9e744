// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { Appearance } from '@/components/profile/appearance'
import { storageKeys } from '@/lib/site'

it('stores and applies text spacing and line length', async () => {
  render(<Appearance />)
  await userEvent.click(screen.getByRole('radio', { name: 'Wider' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Shorter' }))
  expect(document.documentElement.dataset.reading).toBe('spaced narrow')
  expect(localStorage.getItem(storageKeys.reading)).toBe('spaced narrow')
  await userEvent.click(screen.getAllByRole('radio', { name: 'Standard' })[0] as HTMLElement)
  expect(document.documentElement.dataset.reading).toBe('narrow')
})
