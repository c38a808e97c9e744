// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { initialsOf } from '@/components/profile/picture'
import { Profile } from '@/components/profile/profile'
import type { Plan, Session } from '@/components/session/store'
import { failure, noAnswer, notSent } from '@/lib/browser/answer'
import type { Outcome } from '@/lib/contract/error'
import { noPlan, type CurrentPlan, type Subscription } from '@/lib/contract/plan'
import { limits, storageKeys, storeCancelAddress } from '@/lib/site'
import { planWith } from '@/tests/components/session/gate-table'

const session = vi.hoisted(() => ({
  now: {} as unknown,
  leave: vi.fn(),
  signOut: vi.fn(),
  applyPlan: vi.fn(),
  refreshPlan: vi.fn(),
  syncPerson: vi.fn(),
}))
vi.mock('@/components/session/use-session', () => ({ useSession: () => session.now as Session }))
vi.mock('@/components/session/store', async (original) => ({
  ...(await original<object>()),
  getSnapshot: () => session.now,
}))
vi.mock('@/components/session/session', () => session)
vi.mock('@/components/session/plan', () => session)
const api = vi.hoisted(() => ({
  exportData: vi.fn(),
  deleteAccount: vi.fn(),
  endSessions: vi.fn(),
  invoices: () => Promise.resolve({ status: 200, data: { invoices: [] } }),
  plans: () => Promise.resolve({ status: 200, data: { plans: [] } }),
}))
vi.mock('@/lib/browser/api', () => api)
type Watch = { progress: (part: number) => void; signal: AbortSignal }
const picture = vi.hoisted(() => ({ pictureUrl: vi.fn(), uploadPicture: vi.fn(), removePicture: vi.fn() }))
vi.mock('@/lib/browser/picture', () => picture)
const files = vi.hoisted(() => ({ openPicture: vi.fn(), drawCrop: vi.fn(), croppedPng: vi.fn() }))
vi.mock('@/lib/browser/picture-file', async (original) => ({ ...(await original<object>()), ...files }))
const account = vi.hoisted(() => ({
  readAccount: vi.fn(),
  prepare: vi.fn(),
  changeName: vi.fn(),
  changeEmail: vi.fn(),
  addFederated: vi.fn(),
  removeMethod: vi.fn(),
  reauthenticate: vi.fn(),
  signInAddress: (part = '') => `/auth?signInSuccessUrl=${encodeURIComponent(`/profile${part}`)}`,
}))
vi.mock('@/lib/browser/account', () => account)
vi.mock('@/lib/browser/account-change', () => account)
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
const stored = 'http://localhost/p.png?alt=media'
const known = {
  uid: 'u1',
  name: 'Ada Lovelace',
  email: 'ada@x.test',
  emailVerified: true,
  methods: [{ id: 'password', name: 'Email and password', detail: 'ada@x.test' }],
  offered: [
    { id: 'google.com', name: 'Google' },
    { id: 'password', name: 'Email and password' },
    { id: 'phone', name: 'Phone' },
  ],
  byLink: false,
  signedInAt: '2026-11-21T22:12:00.000Z',
  madeAt: '2026-10-03T09:00:00.000Z',
  endsSessions: true,
}
const ada = {
  uid: 'u1',
  name: 'Ada Lovelace',
  email: 'ada@x.test',
  phone: null,
  picture: null,
  providerId: 'password',
  guest: false,
}
const button = (name: string) => screen.getByRole('button', { name })

/** An answer after which the change may have been made. */
function doubt(outcome: Outcome, status: number, code: string) {
  const answer = failure(status, code, 'x')
  answer.data.error.outcome = outcome
  return answer
}

beforeEach(() => {
  localStorage.clear()
  session.now = { state: 'in', uid: 'u1', person: null, user, plan: noPlan }
  session.leave.mockReset()
  session.signOut.mockReset().mockResolvedValue(undefined)
  picture.pictureUrl.mockReset().mockResolvedValue(null)
  picture.uploadPicture.mockReset().mockResolvedValue({ url: stored })
  picture.removePicture.mockReset().mockResolvedValue(null)
  files.openPicture.mockReset().mockResolvedValue({ picture: { width: 400, height: 200 } })
  files.croppedPng.mockReset().mockResolvedValue(new Blob(['png']))
  account.readAccount.mockReset().mockResolvedValue(known)
  session.syncPerson.mockReset().mockResolvedValue(undefined)
  api.endSessions.mockReset().mockResolvedValue({ status: 200, data: { ended: true } })
  api.exportData.mockReset().mockResolvedValue({ status: 200, data: { user } })
  api.deleteAccount.mockReset().mockResolvedValue({ status: 200, data: { deleted: true } })
  removeIdentity.mockReset().mockResolvedValue(true)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('shows a visitor the way to sign in and back', () => {
  session.now = { state: 'anonymous' }
  render(<Profile />)
  expect(screen.getByText('Sign in to see your plan')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth?signInSuccessUrl=%2Fprofile')
})

describe('addresses of data and account', () => {
  const section = () => document.querySelector('section[id=account]')
  const scrolled = vi.fn()
  beforeEach(() => {
    scrolled.mockReset()
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
      scrolled(this.id)
    })
    location.hash = '#account'
  })
  afterEach(() => {
    vi.restoreAllMocks()
    location.hash = ''
  })

  test('lead a visitor through sign-in and back', () => {
    session.now = { state: 'anonymous' }
    render(<Profile />)
    expect(section()?.querySelector('h2')?.textContent).toBe('Data and account')
    expect(screen.getByRole('link', { name: 'Go to your data and account' }).getAttribute('href')).toBe(
      '/auth?signInSuccessUrl=%2Fprofile%23account',
    )
    expect(scrolled).toHaveBeenCalledExactlyOnceWith('account')
    expect(document.activeElement?.textContent).toBe('Data and account')
  })

  test('lead a user there, once the content above has its height', () => {
    session.now = { ...(session.now as object), plan: 'unknown' }
    const { rerender } = render(<Profile />)
    expect(section()?.hasAttribute('hidden')).toBe(true)
    expect(scrolled).not.toHaveBeenCalled()
    session.now = { ...(session.now as object), plan: 'failed' }
    rerender(<Profile />)
    expect(scrolled).toHaveBeenCalledExactlyOnceWith('account')
    expect(document.activeElement?.textContent).toBe('Data and account')
    expect(section()?.querySelector('button')?.textContent).toBe('Download my data')
  })

  test('do not scroll without a fragment', () => {
    location.hash = ''
    render(<Profile />)
    expect(scrolled).not.toHaveBeenCalled()
  })
})

describe('before the plan is known', () => {
  const hidden = () => [...document.querySelectorAll('section')].map((section) => section.hidden)

  test('hides what it would push down; then opened parts stay open', async () => {
    session.now = { ...(session.now as object), plan: 'unknown' }
    const { rerender } = render(<Profile />)
    expect(hidden()).toEqual([false, true, true, true, true])
    session.now = { ...(session.now as object), plan: noPlan }
    rerender(<Profile />)
    expect(hidden()).toEqual([false, false, false, false, false])
    await userEvent.click(button('Change name'))
    session.now = { ...(session.now as object), plan: 'unknown' }
    rerender(<Profile />)
    expect(hidden()).toEqual([false, false, false, false, false])
    expect(screen.getByLabelText('Name')).toBeTruthy()
  })

  test('the tab’s last known plan reserves its space', () => {
    localStorage.setItem(storageKeys.session, JSON.stringify({ uid: 'u1' }))
    sessionStorage.setItem(storageKeys.copy, JSON.stringify({ uid: 'u1', user, plan: noPlan }))
    session.now = { ...(session.now as object), plan: 'unknown' }
    render(<Profile />)
    expect(hidden()).toEqual([false, false, false, false, false])
    expect(screen.getByText('You have no plan.').closest('.invisible')).toBeTruthy()
    sessionStorage.clear()
  })
})

test('shows the plan first, then personal data, data and account', () => {
  render(<Profile />)
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(parts).toEqual(['Your plan', 'You', 'Signing in', 'Appearance', 'Data and account'])
  expect(screen.getByText('Ada Lovelace')).toBeTruthy()
})

test('stores the theme for next-themes under the shared key', async () => {
  render(<Profile />)
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(localStorage.getItem(storageKeys.theme)).toBe('dark')
  expect(document.documentElement.classList.contains('dark')).toBe(true)
})

describe('picture', () => {
  const choose = async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input) await userEvent.upload(input, new File(['x'], 'me.png', { type: 'image/png' }))
  }

  test('crops, stores and shows a new one', async () => {
    render(<Profile />)
    expect(screen.getByRole('img', { name: 'No picture yet' }).textContent).toBe('AL')
    await choose()
    await screen.findByRole('dialog', { name: 'Crop your picture' })
    expect(picture.uploadPicture).not.toHaveBeenCalled()
    await userEvent.click(button('Save this picture'))
    expect(await screen.findByText('Your picture is saved.')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('img', { name: 'You' }).getAttribute('src')).toMatch(
      /^http:\/\/localhost\/p\.png\?alt=media&at=/,
    )
  })

  test('refuses an unsuitable one in a sentence, and opens nothing', async () => {
    files.openPicture.mockResolvedValue({ problem: 'That isn’t a picture we can read. Choose another.' })
    render(<Profile />)
    await choose()
    expect((await screen.findByRole('alert')).textContent).toMatch(/isn’t a picture we can read/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('keeps the old one if the upload fails, and can retry', async () => {
    picture.uploadPicture.mockResolvedValueOnce({ problem: 'The picture did not arrive.' })
    render(<Profile />)
    await choose()
    await userEvent.click(await screen.findByRole('button', { name: 'Save this picture' }))
    expect((await screen.findByRole('alert')).textContent).toBe('The picture did not arrive.')
    expect(screen.getByRole('img', { name: 'No picture yet' })).toBeTruthy()
    await userEvent.click(button('Save this picture'))
    expect(await screen.findByText('Your picture is saved.')).toBeTruthy()
  })

  test('shows progress, and announces it twice', async () => {
    let tell: (part: number) => void = () => {}
    const stop = vi.fn()
    picture.uploadPicture.mockImplementation((_uid: string, _png: Blob, { progress, signal }: Watch) => {
      tell = progress
      signal.addEventListener('abort', stop)
      return new Promise(() => {})
    })
    render(<Profile />)
    await choose()
    await userEvent.click(await screen.findByRole('button', { name: 'Save this picture' }))
    const bar = await screen.findByRole('progressbar')
    const said = new Set<string | null>()
    for (const part of [0, 0.1, 0.3, 0.5, 0.7, 1]) {
      act(() => tell(part))
      expect(bar.getAttribute('value')).toBe(String(part * 100))
      said.add(screen.getByRole('status').textContent)
    }
    expect([...said]).toEqual(['Saving your picture.', 'Half of your picture is saved.'])
    await userEvent.click(button('Stop saving'))
    expect(stop).toHaveBeenCalledTimes(1)
  })

  test('after stopping, keeps the focus in the dialog and the crop', async () => {
    picture.uploadPicture.mockImplementation(
      (_uid: string, _png: Blob, { signal }: Watch) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ problem: null }))),
    )
    render(<Profile />)
    await choose()
    await userEvent.click(await screen.findByRole('button', { name: 'Save this picture' }))
    await userEvent.click(button('Stop saving'))
    expect((await screen.findByRole('alert')).textContent).toBe('Stopped. Your crop is still here.')
    expect(screen.queryByText('This is how it will look on your profile.')).toBeNull()
    expect(document.activeElement).toBe(button('Save this picture'))
  })

  test('removes it in two presses; a refused one stays', async () => {
    picture.pictureUrl.mockResolvedValue(stored)
    picture.removePicture.mockResolvedValueOnce('It was refused.')
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }))
    expect(picture.removePicture).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, remove my picture'))
    expect((await screen.findByRole('alert')).textContent).toBe('It was refused.')
    expect(screen.getByRole('img', { name: 'You' })).toBeTruthy()
    await userEvent.click(button('Yes, remove my picture'))
    expect(await screen.findByText('Your picture is removed.')).toBeTruthy()
    expect(screen.getByRole('img', { name: 'No picture yet' })).toBeTruthy()
  })
})

describe('signing in', () => {
  test('the only method cannot be removed, and gives the reason', async () => {
    render(<Profile />)
    expect(await screen.findByText(/This is your only way to sign in/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
    expect(button('Add Google')).toBeTruthy()
    expect(button('Add phone')).toBeTruthy()
  })

  test('sends a new name to the server, and reports a refusal', async () => {
    account.changeName.mockResolvedValue({ done: { ...ada, name: 'Grace' } })
    render(<Profile />)
    await userEvent.click(button('Change name'))
    const field = screen.getByLabelText('Name')
    await userEvent.clear(field)
    await userEvent.click(button('Save name'))
    expect(screen.getAllByText('Enter your account name')).toHaveLength(2)
    expect(account.changeName).not.toHaveBeenCalled()
    await userEvent.type(field, 'Grace')
    await userEvent.click(button('Save name'))
    expect(session.syncPerson).toHaveBeenCalledExactlyOnceWith({ ...ada, name: 'Grace' }, true)
    expect(
      await screen.findByText(/^You’ve changed your name, but we couldn’t update our record.*save it again/),
    ).toBeTruthy()
  })

  test('shows one message at a time', async () => {
    account.changeEmail.mockResolvedValue({ done: ada })
    account.addFederated.mockResolvedValue({ problem: null })
    picture.pictureUrl.mockResolvedValue(stored)
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove picture' }))
    await userEvent.click(button('Yes, remove my picture'))
    expect(await screen.findByText('Your picture is removed.')).toBeTruthy()
    await userEvent.click(button('Change email'))
    expect(screen.queryByText('Your picture is removed.')).toBeNull()
    await userEvent.type(screen.getByLabelText('New email address'), 'new@x.test')
    await userEvent.click(button('Send the link'))
    expect(await screen.findByText(/If we can use new@x.test/)).toBeTruthy()
    await userEvent.click(button('Add Google'))
    expect(screen.queryByText(/If we can use new@x.test/)).toBeNull()
  })

  test('refuses the account’s own address without a request', async () => {
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'Change email' }))
    await userEvent.type(screen.getByLabelText('New email address'), ' ADA@x.test ')
    await userEvent.click(button('Send the link'))
    const field = { name: 'New email address', description: /This is already your address./ }
    expect(screen.getByRole('textbox', field)).toBeTruthy()
    expect(account.changeEmail).not.toHaveBeenCalled()
  })

  test('updates an outdated record once', async () => {
    const person = { ...ada, email: 'new@x.test' }
    session.now = { state: 'in', uid: 'u1', person, user, plan: noPlan }
    const { rerender } = render(<Profile />)
    session.now = { ...(session.now as object), plan: 'unknown' }
    rerender(<Profile />)
    expect(session.syncPerson).toHaveBeenCalledExactlyOnceWith(person, true)
  })

  test('leaves a matching record alone, and fields unknown to the provider', () => {
    session.now = {
      state: 'in',
      uid: 'u1',
      person: { ...ada, email: 'ADA@x.test', name: null },
      user: { ...user, phone: '+16505550100' },
      plan: noPlan,
    }
    render(<Profile />)
    expect(session.syncPerson).not.toHaveBeenCalled()
  })

  test('says nothing after a closed window', async () => {
    account.addFederated.mockResolvedValue({ problem: null })
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'Add Google' }))
    expect(account.addFederated).toHaveBeenCalledExactlyOnceWith('google.com')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(session.syncPerson).not.toHaveBeenCalled()
  })

  test('renews an old sign-in in place, then continues', async () => {
    const recent = { field: null, title: '', text: '', recent: true }
    account.changeEmail.mockResolvedValueOnce({ problem: recent }).mockResolvedValueOnce({ done: ada })
    account.reauthenticate.mockResolvedValue({ done: ada })
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'Change email' }))
    await userEvent.type(screen.getByLabelText('New email address'), 'new@x.test')
    await userEvent.click(button('Send the link'))
    await userEvent.type(await screen.findByLabelText('Your password'), 'calm-water-7')
    await userEvent.click(button('Confirm with password'))
    expect(account.reauthenticate).toHaveBeenCalledExactlyOnceWith({ password: 'calm-water-7' })
    expect(await screen.findByText(/If we can use new@x.test/)).toBeTruthy()
    expect(account.changeEmail).toHaveBeenCalledTimes(2)
  })

  test('ending all sessions asks first, then signs out here, too', async () => {
    const { rerender } = render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'End all sessions' }))
    expect(api.endSessions).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, end all of them'))
    await vi.waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(1))
    session.now = { state: 'anonymous' }
    rerender(<Profile />)
    expect(document.activeElement?.textContent).toContain('All your sessions have ended.')
  })

  test.each([
    ['that is refused', failure(503, 'not-configured', 'Not set up.'), 'Nothing was changed.'],
    ['without an answer', noAnswer(), 'We don’t know yet whether your sessions have ended.'],
    ['that a proxy has lost', failure(502, 'unreadable', 'x'), 'We don’t know yet whether your sessions have ended.'],
  ])('describes an ending %s correctly', async (_, answer, title) => {
    api.endSessions.mockResolvedValue(answer)
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'End all sessions' }))
    await userEvent.click(button('Yes, end all of them'))
    expect((await screen.findByRole('alert')).textContent).toContain(title)
    expect(session.signOut).not.toHaveBeenCalled()
  })

  test('without the admin credential, says so and what helps', async () => {
    account.readAccount.mockResolvedValue({ ...known, endsSessions: false })
    render(<Profile />)
    expect(await screen.findByText(/If you change your password.*within about an hour\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'End all sessions' })).toBeNull()
  })

  test.each([
    ['is not offered', { offered: [{ id: 'google.com', name: 'Google' }] }],
    ['is never asked for', { byLink: true }],
  ])('if a password %s, does not suggest one', async (_, settings) => {
    account.readAccount.mockResolvedValue({ ...known, ...settings, endsSessions: false })
    render(<Profile />)
    expect(await screen.findByText(/can’t end your sessions/)).toBeTruthy()
    expect(screen.queryByText(/If you change your password/)).toBeNull()
  })

  test('with email links, shows no password fields', async () => {
    const recent = { field: null, title: '', text: '', recent: true }
    account.changeEmail.mockResolvedValueOnce({ problem: recent })
    account.readAccount.mockResolvedValue({
      ...known,
      byLink: true,
      methods: [{ id: 'password', name: 'Email link', detail: 'ada@x.test' }],
    })
    render(<Profile />)
    expect(await screen.findByRole('heading', { name: 'Email link' })).toBeTruthy()
    expect(screen.getByText(/You sign in with a link that we email you/)).toBeTruthy()
    await userEvent.click(button('Change email'))
    await userEvent.type(screen.getByLabelText('New email address'), 'new@x.test')
    await userEvent.click(button('Send the link'))
    expect(await screen.findByText('Please confirm that it’s you.')).toBeTruthy()
    expect(button('Leave and sign in again')).toBeTruthy()
    expect(screen.queryByText(/what you typed is kept/)).toBeNull()
    expect(screen.queryByRole('button', { name: /password/ })).toBeNull()
    expect(screen.queryByLabelText(/password/)).toBeNull()
  })

  test('does not offer a password instead of a missing email link', async () => {
    account.readAccount.mockResolvedValue({
      ...known,
      byLink: true,
      email: null,
      methods: [{ id: 'phone', name: 'Phone', detail: '+16505550100' }],
    })
    render(<Profile />)
    expect(await screen.findByText('None yet.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Set a password' })).toBeNull()
    expect(button('Add Google')).toBeTruthy()
  })

  test('keeps the last offered method beside a withdrawn one', async () => {
    account.readAccount.mockResolvedValue({
      ...known,
      methods: [...known.methods, { id: 'github.com', name: 'GitHub', detail: 'ada' }],
    })
    account.removeMethod.mockResolvedValue({ done: ada })
    render(<Profile />)
    expect(await screen.findByText('ada, no longer offered here')).toBeTruthy()
    expect(screen.getByText(/This is your only way to sign in/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove password' })).toBeNull()
    await userEvent.click(button('Remove GitHub'))
    expect(screen.getByText(/You can still sign in with: Email and password\.$/)).toBeTruthy()
    account.readAccount.mockResolvedValue(known)
    await userEvent.click(button('Yes, remove GitHub'))
    await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'GitHub' })).toBeNull())
    const said = screen.getByText('You no longer sign in with GitHub.')
    expect(document.activeElement?.contains(said)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
    await userEvent.click(button('Change email'))
    expect(screen.queryByText('You no longer sign in with GitHub.')).toBeNull()
  })

  test('removes an email link with its row, and confirms it', async () => {
    const byLink = { ...known, byLink: true, methods: [{ id: 'password', name: 'Email link', detail: 'ada@x.test' }] }
    const google = { id: 'google.com', name: 'Google', detail: 'ada@x.test' }
    account.readAccount.mockResolvedValue({ ...byLink, methods: [...byLink.methods, google] })
    account.removeMethod.mockResolvedValue({ done: ada })
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'Remove email link' }))
    account.readAccount.mockResolvedValue({ ...byLink, methods: [google] })
    await userEvent.click(button('Yes, remove email link'))
    await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Email link' })).toBeNull())
    const said = screen.getByText('You no longer sign in by email link.')
    expect(document.activeElement?.contains(said)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  test.each([
    ['password', 'You no longer sign in with a password.'],
    ['phone', 'You no longer sign in by phone.'],
  ])('describes the removal of %s plainly', async (id, sentence) => {
    account.readAccount.mockResolvedValue({
      ...known,
      methods: [...known.methods, { id: 'phone', name: 'Phone', detail: '+16505550100' }],
    })
    account.removeMethod.mockResolvedValue({ done: ada })
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: `Remove ${id}` }))
    await userEvent.click(button(`Yes, remove ${id}`))
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  test('a failed request can be repeated', async () => {
    account.readAccount.mockRejectedValueOnce(new Error('offline'))
    render(<Profile />)
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy()
  })
})

describe('account', () => {
  test('signing out goes to the home page', async () => {
    render(<Profile />)
    await userEvent.click(button('Sign out'))
    expect(session.leave).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('link', { name: 'Sign out' }))
    expect(session.leave).toHaveBeenCalledTimes(2)
  })

  test('deleting asks, deletes, signs out and announces it', async () => {
    const { rerender } = render(<Profile />)
    await userEvent.click(button('Delete my account'))
    expect(api.deleteAccount).not.toHaveBeenCalled()
    await userEvent.click(button('Yes, delete my account'))
    await vi.waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(1))
    expect(session.leave).not.toHaveBeenCalled()
    expect(api.deleteAccount).toHaveBeenCalledExactlyOnceWith('u1')
    expect(removeIdentity).not.toHaveBeenCalled()
    expect(picture.removePicture).not.toHaveBeenCalled()
    session.now = { state: 'anonymous' }
    rerender(<Profile />)
    expect(screen.getByText('Your account is deleted.')).toBeTruthy()
    expect(document.activeElement?.textContent).toContain('Your account is deleted.')
    expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account deleted')
    expect(document.title).toBe('Account deleted · Unhurried')
  })

  test('lists what is deleted and what is kept before the second press', async () => {
    render(<Profile />)
    await userEvent.click(button('Delete my account'))
    const said = screen.getByRole('group', { name: 'Delete your account?' }).textContent
    for (const words of [
      'your record, your picture, your sign-in and our emails to you about your plan',
      'we cancel it first, and your access ends with it',
      'from your confirmed email address',
      'because the law in some places requires us to keep them',
      `under the payment provider’s customer number alone, for ${limits.consentYears} years`,
      'until a year after the last change of any plan that you had there',
      `For ${limits.deletedMonths} months we also keep the account’s identifier`,
      'If you have a plan from an app store, please cancel it there.',
    ]) {
      expect(said).toContain(words)
    }
  })

  test.each([
    ['play_store', 'active', false, true],
    ['app_store', 'active', false, true],
    ['app_store', 'active', true, false],
    ['app_store', 'paused', true, true],
    ['app_store', 'incomplete', true, false],
    ['stripe', 'active', false, false],
  ] as const)(
    'plan of %s, %s, cancelled %s: warns of charges by the store %s',
    async (store, status, isUnSubscribed, says) => {
      const base = planWith({ isUnSubscribed })
      const plan = { ...base, subscription: base.subscription && { ...base.subscription, store, status } }
      session.now = { ...(session.now as object), plan }
      const { rerender } = render(<Profile />)
      const warning = () => screen.queryByText(/which can charge you until you cancel it there/)
      await userEvent.click(button('Delete my account'))
      expect(Boolean(warning())).toBe(says)
      await userEvent.click(button('Yes, delete my account'))
      session.now = { state: 'anonymous' }
      rerender(<Profile />)
      expect(screen.getByText('Your account is deleted.')).toBeTruthy()
      expect(Boolean(warning())).toBe(says)
      if (!says) return
      const link = screen.getByRole('link', { name: /^open the/ })
      expect(link.getAttribute('href')).toBe(storeCancelAddress[store as 'app_store'])
    },
  )

  const withStatus = (status: Subscription['status'], isUnSubscribed = false): CurrentPlan => {
    const base = planWith({ isUnSubscribed })
    return { ...base, subscription: base.subscription && { ...base.subscription, status } }
  }

  test.each<[string, Plan, string | null]>([
    ['none', noPlan, null],
    ['one of long ago', withStatus('canceled', true), null],
    ['one that was never paid', withStatus('incomplete', true), null],
    ['one that runs', withStatus('active'), 'Your plan has ended, and nothing more will be charged.'],
    ['one that was cancelled', withStatus('active', true), 'Your plan has ended, and nothing more will be charged.'],
    ['one that is paused', withStatus('paused', true), 'Your plan has ended, and nothing more will be charged.'],
    ['one with an open invoice', withStatus('past_due'), 'A payment that’s already under way may still go through.'],
    ['one that nobody could read', 'failed', 'If you bought a plan here, it has ended too'],
  ])('afterwards reports the plan’s outcome: %s', async (_, plan, words) => {
    session.now = { ...(session.now as object), plan }
    const { rerender } = render(<Profile />)
    await userEvent.click(button('Delete my account'))
    await userEvent.click(button('Yes, delete my account'))
    session.now = { state: 'anonymous' }
    rerender(<Profile />)
    const said = screen.getByRole('status').textContent
    expect(said).toContain('We’ve deleted your record and everything stored with it on this site.')
    if (words) expect(said).toContain(words)
    else expect(said).not.toMatch(/plan|charged/)
    if (words?.includes('under way')) expect(said).not.toContain('nothing more will be charged')
  })

  describe('data that the server has no credential to delete', () => {
    const remove = async (left: string[]) => {
      api.deleteAccount.mockResolvedValue({ status: 200, data: { deleted: true, left } })
      const shown = render(<Profile />)
      await userEvent.click(button('Delete my account'))
      await userEvent.click(button('Yes, delete my account'))
      await vi.waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(1))
      session.now = { state: 'anonymous' }
      shown.rerender(<Profile />)
      expect(screen.getByText('Your account is deleted.')).toBeTruthy()
    }

    test('is deleted by the user, the picture first', async () => {
      await remove(['identity', 'picture'])
      expect(picture.removePicture).toHaveBeenCalledExactlyOnceWith('u1')
      expect(removeIdentity).toHaveBeenCalledExactlyOnceWith('u1')
      expect(picture.removePicture.mock.invocationCallOrder[0]).toBeLessThan(
        removeIdentity.mock.invocationCallOrder[0] ?? 0,
      )
      expect(screen.queryByText(/We couldn’t delete this/)).toBeNull()
    })

    test('is named if anything remains', async () => {
      picture.removePicture.mockResolvedValue('It was refused.')
      removeIdentity.mockResolvedValue(false)
      await remove(['identity', 'picture'])
      expect((await screen.findByText(/We couldn’t delete this/)).textContent).toContain(
        'an empty sign-in and your picture',
      )
    })

    test('is named if its code cannot be loaded', async () => {
      removeIdentity.mockRejectedValue(new Error('ChunkLoadError'))
      await remove(['identity'])
      expect((await screen.findByText(/We couldn’t delete this/)).textContent).toContain('an empty sign-in')
      expect(picture.removePicture).not.toHaveBeenCalled()
    })
  })

  test('a user who signs out offline sees the visitor’s page', () => {
    const { rerender } = render(<Profile />)
    session.now = { state: 'anonymous' }
    rerender(<Profile />)
    expect(screen.getByRole('status').textContent).toBe('You’re signed out.')
    expect(document.activeElement?.textContent).toContain('Sign in to see your plan')
  })

  test('a failure deletes nothing and signs nobody out', async () => {
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
    ['without an answer', noAnswer(), 'We don’t know yet whether your account was deleted.'],
    ['that a proxy has lost', failure(502, 'unreadable', 'x'), 'We don’t know yet whether your account was deleted.'],
    ['before anything was touched', failure(503, 'unavailable', 'x'), 'Nothing was deleted.'],
    ['of which a part is done', doubt('partly', 503, 'unavailable'), 'We couldn’t delete your account completely.'],
    ['that may have been done', doubt('unknown', 503, 'unavailable'), 'We don’t know yet whether your account was'],
    ['after an end', doubt('unknown', 502, 'provider-unavailable'), 'Your account was not deleted.'],
  ])('describes a deletion %s correctly', async (_, answer, title) => {
    session.refreshPlan.mockReset()
    api.deleteAccount.mockResolvedValue(answer)
    render(<Profile />)
    await userEvent.click(button('Delete my account'))
    await userEvent.click(button('Yes, delete my account'))
    const said = (await screen.findByRole('alert')).textContent
    expect(said).toContain(title)
    expect(session.signOut).not.toHaveBeenCalled()
    const { outcome } = answer.data.error
    if (outcome === 'unknown') expect(said).toContain('Your plan may already have ended. Your profile shows it.')
    if (outcome) expect(said).not.toContain('Nothing was deleted')
    expect(session.refreshPlan).toHaveBeenCalledTimes(outcome ? 1 : 0)
  })

  test('does not sign out if the SDK cannot be loaded', async () => {
    session.leave.mockRejectedValue(new Error('ChunkLoadError'))
    render(<Profile />)
    await userEvent.click(screen.getByRole('link', { name: 'Sign out' }))
    expect((await screen.findByRole('alert')).textContent).toContain('You’re still signed in.')
  })

  test('reports data that cannot be fetched', async () => {
    api.exportData.mockResolvedValue(failure(503, 'unavailable', 'Try again in a moment.'))
    render(<Profile />)
    await userEvent.click(button('Download my data'))
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t fetch your data.')
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
