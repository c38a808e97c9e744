import { session, api, account, user, accountDetails, button, press } from './profile-mocks'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Profile } from '@/components/profile/profile'
import { failure, noAnswerFailure } from '@/lib/browser/answer'
import { noPlan } from '@/lib/contract/plan-words'
import { ada } from '@/tests/components/people'

describe('signing in', () => {
  test('sends a new name to the server, and reports a refusal', async () => {
    account.changeName.mockResolvedValue({ done: { ...ada, name: 'Grace' } })
    render(<Profile app="https://app.example" calls={[]} />)
    await press('Change name')
    const field = screen.getByLabelText('Name')
    await userEvent.clear(field)
    await press('Save name')
    expect(screen.getAllByText('Enter your account name')).toHaveLength(2)
    expect(account.changeName).not.toHaveBeenCalled()
    await userEvent.type(field, 'Grace')
    await press('Save name')
    expect(session.syncPerson).toHaveBeenCalledExactlyOnceWith({ ...ada, name: 'Grace' }, true)
    expect(
      await screen.findByText(/^You’ve changed your name, but we couldn’t update our record.*save it again/),
    ).toBeTruthy()
  })

  test('refuses the account’s own address without a request', async () => {
    render(<Profile app="https://app.example" calls={[]} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Change email' }))
    await userEvent.type(screen.getByLabelText('New email address'), ' ADA@x.test ')
    await press('Send the link')
    const field = { name: 'New email address', description: /This is already your address./ }
    expect(screen.getByRole('textbox', field)).toBeTruthy()
    expect(account.changeEmail).not.toHaveBeenCalled()
  })

  test('updates an outdated record once', async () => {
    const person = { ...ada, email: 'new@x.test' }
    session.now = { state: 'in', uid: 'u1', person, user, plan: noPlan }
    const { rerender } = render(<Profile app="https://app.example" calls={[]} />)
    session.now = { ...(session.now as object), plan: 'unknown' }
    rerender(<Profile app="https://app.example" calls={[]} />)
    expect(session.syncPerson).toHaveBeenCalledExactlyOnceWith(person, true)
  })

  test('renews an old sign-in in place, then continues', async () => {
    const recent = { field: null, title: 'generic', text: 'generic', needsRecentSignIn: true }
    account.changeEmail.mockResolvedValueOnce({ problem: recent }).mockResolvedValueOnce({ done: ada })
    account.reauthenticate.mockResolvedValue({ done: ada })
    render(<Profile app="https://app.example" calls={[]} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Change email' }))
    await userEvent.type(screen.getByLabelText('New email address'), 'new@x.test')
    await press('Send the link')
    await userEvent.type(await screen.findByLabelText('Your password'), 'calm-water-7')
    await press('Confirm with password')
    expect(account.reauthenticate).toHaveBeenCalledExactlyOnceWith({ password: 'calm-water-7' })
    expect(await screen.findByText(/If we can use new@x.test/)).toBeTruthy()
    expect(account.changeEmail).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['that is refused', failure(503, 'not-configured', 'Not set up.'), 'Nothing was changed.'],
    ['without an answer', noAnswerFailure(), 'We don’t know yet whether your sessions have ended.'],
  ])('describes a request to sign out everywhere %s', async (_, answer, title) => {
    api.endSessions.mockResolvedValue(answer)
    render(<Profile app="https://app.example" calls={[]} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await press('Yes, sign out everywhere')
    expect((await screen.findByRole('alert')).textContent).toContain(title)
    expect(session.signOut).not.toHaveBeenCalled()
  })

  test('with email links, shows no password fields', async () => {
    const recent = { field: null, title: 'generic', text: 'generic', needsRecentSignIn: true }
    account.changeEmail.mockResolvedValueOnce({ problem: recent })
    account.readAccount.mockResolvedValue({
      ...accountDetails,
      usesEmailLink: true,
      methods: [{ id: 'password', name: 'Email link', detail: 'ada@x.test' }],
    })
    render(<Profile app="https://app.example" calls={[]} />)
    expect(await screen.findByRole('heading', { name: 'Email link' })).toBeTruthy()
    expect(screen.getByText(/You sign in with a link that we email you/)).toBeTruthy()
    await press('Change email')
    await userEvent.type(screen.getByLabelText('New email address'), 'new@x.test')
    await press('Send the link')
    expect(await screen.findByText('Please confirm that it’s you.')).toBeTruthy()
    expect(button('Leave and sign in again')).toBeTruthy()
    expect(screen.queryByText(/what you typed is kept/)).toBeNull()
    expect(screen.queryByRole('button', { name: /password/ })).toBeNull()
    expect(screen.queryByLabelText(/password/)).toBeNull()
  })

  test('does not remove the only offered method, even beside a retired one', async () => {
    account.readAccount.mockResolvedValue({
      ...accountDetails,
      methods: [...accountDetails.methods, { id: 'github.com', name: 'GitHub', detail: 'ada' }],
    })
    account.removeMethod.mockResolvedValue({ done: ada })
    render(<Profile app="https://app.example" calls={[]} />)
    expect(await screen.findByText('ada, no longer offered here')).toBeTruthy()
    expect(screen.getByText(/This is your only way to sign in/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove password' })).toBeNull()
    await press('Remove GitHub')
    expect(screen.getByText(/You can still sign in with: Email and password\.$/)).toBeTruthy()
    account.readAccount.mockResolvedValue(accountDetails)
    await press('Yes, remove GitHub')
    await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'GitHub' })).toBeNull())
    const announced = screen.getByText('You no longer sign in with GitHub.')
    expect(document.activeElement?.contains(announced)).toBe(true)
    expect(document.activeElement).not.toBe(document.body)
  })

  test('keeps the message when an added method moves to the others', async () => {
    account.linkProvider.mockResolvedValue({ done: ada })
    render(<Profile app="https://app.example" calls={[]} />)
    await userEvent.click(await screen.findByText('Add another way to sign in'))
    const google = { id: 'google.com', name: 'Google', detail: 'ada@x.test' }
    account.readAccount.mockResolvedValue({ ...accountDetails, methods: [...accountDetails.methods, google] })
    await press('Add Google')
    expect(await screen.findByRole('button', { name: 'Remove Google' })).toBeTruthy()
    expect(screen.getByText('You can now sign in with Google, too.')).toBeTruthy()
  })
})
