// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { initialsOf } from '@/components/profile/initials'
import { Profile } from '@/components/profile/profile'
import type { Session } from '@/components/session/store'
import { failure, noAnswer, notSent } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan'
import { storageKeys } from '@/lib/site'

const session = vi.hoisted(() => ({
  now: {} as unknown,
  leave: vi.fn(),
  signOut: vi.fn(),
  takePlan: vi.fn(),
  askPlan: vi.fn(),
}))
vi.mock('@/components/session/use-session', () => ({ useSession: () => session.now as Session }))
vi.mock('@/components/session/session', () => session)
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({ exportData: vi.fn(), deleteAccount: vi.fn() }))
vi.mock('@/lib/browser/api', () => api)
const picture = vi.hoisted(() => ({ pictureUrl: vi.fn(), uploadPicture: vi.fn() }))
vi.mock('@/lib/browser/picture', async (original) => ({ ...(await original<object>()), ...picture }))
const removeIdentity = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/identity', () => ({ removeIdentity }))

const user = {
  uid: 'u1',
  name: 'Ada Lovelace',
  username: 'Ada Lovelace',
  email: 'ada@x.test',
  providerId: 'password',
  phone: null,
  createdAt: '',
  updatedAt: '',
}
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  localStorage.clear()
  session.now = { state: 'in', uid: 'u1', person: null, user, plan: noPlan }
  session.leave.mockReset()
  session.signOut.mockReset()
  picture.pictureUrl.mockReset().mockResolvedValue(null)
  picture.uploadPicture.mockReset().mockResolvedValue({ url: 'http://localhost/p.png?alt=media' })
  api.exportData.mockReset().mockResolvedValue({ status: 200, data: { user } })
  api.deleteAccount.mockReset().mockResolvedValue({ status: 200, data: { deleted: true } })
  removeIdentity.mockReset().mockResolvedValue(undefined)
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a visitor is shown the way to sign in, and back here', () => {
  session.now = { state: 'anonymous' }
  render(<Profile />)
  expect(screen.getByText('Sign in to see your plan')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth?signInSuccessUrl=%2Fprofile')
})

test('the plan comes first, then the person, then data and account', () => {
  render(<Profile />)
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(parts).toEqual(['Your plan', 'You', 'Appearance', 'Data and account'])
  expect(screen.getByText('Ada Lovelace')).toBeTruthy()
})

test('the theme is next-themes’ own choice under the shared key', async () => {
  render(<Profile />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(localStorage.getItem(storageKeys.theme)).toBe('dark')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
})

describe('picture', () => {
  const choose = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input) await userEvent.upload(input, file, { applyAccept: false })
  }
  const png = () => new File(['x'], 'me.png', { type: 'image/png' })

  test('a new one is stored and shown', async () => {
    render(<Profile />)
    expect(screen.getByRole('img', { name: 'No picture yet' }).textContent).toBe('AL')
    await choose(png())
    expect((await screen.findByRole('status')).textContent).toBe('Your picture is stored.')
    expect(screen.getByRole('img', { name: 'You' }).getAttribute('src')).toMatch(
      /^http:\/\/localhost\/p\.png\?alt=media&at=/,
    )
  })

  test.each([
    ['wrong type', new File(['x'], 'me.gif', { type: 'image/gif' }), /PNG, JPEG or WebP/],
    ['empty', new File([], 'me.png', { type: 'image/png' }), /empty/],
  ])('%s is refused in a sentence, and nothing is sent', async (_, file, sentence) => {
    render(<Profile />)
    await choose(file)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
    expect(picture.uploadPicture).not.toHaveBeenCalled()
  })

  test('a broken one is refused before it is sent', async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('broken')))
    render(<Profile />)
    await choose(png())
    expect((await screen.findByRole('alert')).textContent).toMatch(/not a picture we can read/)
    expect(picture.uploadPicture).not.toHaveBeenCalled()
  })

  test('one that does not arrive leaves the old one', async () => {
    picture.uploadPicture.mockResolvedValue({ problem: 'The picture did not arrive.' })
    render(<Profile />)
    await choose(png())
    expect((await screen.findByRole('alert')).textContent).toBe('The picture did not arrive.')
    expect(screen.getByRole('img', { name: 'No picture yet' })).toBeTruthy()
  })
})

describe('account', () => {
  test('sign out leaves', async () => {
    render(<Profile />)
    await userEvent.click(button('Sign out'))
    expect(session.leave).toHaveBeenCalledTimes(1)
  })

  test('deleting asks first, then deletes, signs out and says so, also to a screen reader', async () => {
    const { rerender } = render(<Profile />)
    await userEvent.click(button('Delete my account'))
    expect(api.deleteAccount).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, delete my account'))
    await vi.waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(1))
    expect(session.leave).not.toHaveBeenCalled()
    expect(api.deleteAccount).toHaveBeenCalledExactlyOnceWith('u1')
    expect(removeIdentity).toHaveBeenCalledTimes(1)
    session.now = { state: 'anonymous' }
    rerender(<Profile />)
    expect(screen.getByText('Your account is deleted.')).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Your account is deleted.')
    expect(screen.getByRole('link').getAttribute('href')).toBe('/')
  })

  test('whoever signs out and stays, being offline, is shown the page of a visitor', () => {
    const { rerender } = render(<Profile />)
    session.now = { state: 'anonymous' }
    rerender(<Profile />)
    expect(document.activeElement?.textContent).toBe('Sign in to see your plan')
  })

  test('when it fails nothing was deleted, and nobody is signed out', async () => {
    api.deleteAccount.mockResolvedValue(failure(502, 'provider-unavailable', 'Your plan could not be cancelled.'))
    render(<Profile />)
    await userEvent.click(button('Delete my account'))
    await userEvent.click(button('Yes, delete my account'))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was deleted.')
    expect(session.signOut).not.toHaveBeenCalled()
    expect(removeIdentity).not.toHaveBeenCalled()
  })

  test.each([
    ['that did not leave', notSent(), 'Nothing was deleted.'],
    ['without an answer', noAnswer(), 'We do not know yet whether your account was deleted.'],
    ['that fails on our side', failure(503, 'unavailable', 'x'), 'Your account could not be deleted completely.'],
  ])('a deletion %s is not called more than it is', async (_, answer, title) => {
    api.deleteAccount.mockResolvedValue(answer)
    render(<Profile />)
    await userEvent.click(button('Delete my account'))
    await userEvent.click(button('Yes, delete my account'))
    expect((await screen.findByRole('alert')).textContent).toContain(title)
    expect(session.signOut).not.toHaveBeenCalled()
  })

  test('a sign-out for which nothing could be loaded is none', async () => {
    session.leave.mockRejectedValue(new Error('ChunkLoadError'))
    render(<Profile />)
    await userEvent.click(button('Sign out'))
    expect((await screen.findByRole('alert')).textContent).toContain('You are still signed in.')
  })

  test('data that cannot be fetched is said in a sentence', async () => {
    api.exportData.mockResolvedValue(failure(503, 'unavailable', 'Try again in a moment.'))
    render(<Profile />)
    await userEvent.click(button('Download my data'))
    expect((await screen.findByRole('alert')).textContent).toContain('Your data could not be fetched.')
  })
})

test.each([
  ['Ada Lovelace', 'AL'],
  ['ada', 'A'],
  ['ada.lovelace@x.test', 'AL'],
  ['Émile de la Tour', 'ÉT'],
  ['+16505550100', ''],
  ['', ''],
  [null, ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
