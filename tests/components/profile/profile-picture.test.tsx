import { picture, storedPicture, button, press } from './profile-mocks'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { initialsOf } from '@/components/profile/picture'
import { Profile } from '@/components/profile/profile'

describe('picture', () => {
  test('removes it in two presses, unless refused', async () => {
    picture.pictureUrl.mockResolvedValue(storedPicture)
    picture.removePicture.mockResolvedValueOnce('removeRefused')
    render(<Profile app="https://app.example" calls={[]} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }))
    expect(picture.removePicture).not.toHaveBeenCalled()
    await press('Yes, remove my picture')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^It was refused\./)
    expect(screen.getByRole('img', { name: 'You' })).toBeTruthy()
    await press('Yes, remove my picture')
    expect(await screen.findByText('Your picture is removed.')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'No picture yet' })).toBeTruthy()
    expect(document.activeElement).toBe(button('Change picture'))
  })
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['ada.lovelace@x.test', 'AL'],
  ['Émile de la Tour', 'ÉT'],
  [null, ''],
])('shows the initials of %j as %j', (name, initials) => {
  expect(initialsOf(name, 'en')).toBe(initials)
})
