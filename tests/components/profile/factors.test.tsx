import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { FactorRows } from '@/components/profile/factor-rows'
import { AccountRowsContext } from '@/components/profile/setting-row'
import { qrImage } from '@/components/ui/qr-image'
import type { Account } from '@/lib/browser/account'
import type { Factor } from '@/lib/browser/second-factor'

const change = vi.hoisted(() => ({
  startAuthenticatorSetup: vi.fn(),
  sendFactorCode: vi.fn(),
  addPhoneFactor: vi.fn(),
  removeFactor: vi.fn(),
  sendVerificationEmail: vi.fn(),
  readAccount: vi.fn(),
  reauthenticate: vi.fn(),
  sendCode: vi.fn(),
}))
vi.mock('@/lib/browser/account-change', () => change)
vi.mock('@/lib/browser/account', () => ({ ...change, signInAddress: () => '/auth' }))
vi.mock('@/components/session/session', () => ({ signOut: vi.fn(), syncPerson: vi.fn() }))

const account: Account = {
  uid: 'u1',
  name: 'Ada',
  email: 'ada@x.test',
  emailVerified: true,
  methods: [{ id: 'password', name: null, detail: 'ada@x.test' }],
  offered: [{ id: 'password', name: null }],
  usesEmailLink: false,
  signedInAt: null,
  createdAt: null,
  canEndSessions: true,
  factors: [],
  offeredFactors: ['phone', 'totp'],
}
const phone: Factor = {
  id: 'p',
  kind: 'phone',
  name: null,
  phone: '+16505554567',
  addedAt: '2026-11-01T10:00:00.000Z',
}
const app: Factor = { id: 'a', kind: 'totp', name: 'Authenticator app', phone: null, addedAt: null }

const callbacks = { reload: vi.fn(), onSignedOut: vi.fn() }
const announce = vi.fn()
const done = { done: { uid: 'u1' } }
beforeEach(() => {
  for (const mock of [...Object.values(change), ...Object.values(callbacks), announce]) mock.mockReset()
  callbacks.reload.mockResolvedValue(null)
})

const show = (more: Partial<Account> = {}) =>
  render(
    <AccountRowsContext
      value={{
        account: { ...account, ...more },
        reload: callbacks.reload,
        announce,
        onMethodsChanged: () => undefined,
      }}
    >
      <FactorRows onSignedOut={callbacks.onSignedOut} />
    </AccountRowsContext>,
  )
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))

describe('removing', () => {
  test('takes a second press, and is confirmed after the row is gone', async () => {
    change.removeFactor.mockResolvedValue(done)
    show({ factors: [phone, app] })
    await press('Remove app')
    expect(screen.getByText('You’ll still have: Text codes to •••• 4567.')).toBeTruthy()
    expect(change.removeFactor).not.toHaveBeenCalled()
    await press('Yes, remove it')
    expect(change.removeFactor).toHaveBeenCalledExactlyOnceWith('a', callbacks.onSignedOut)
    expect(announce).toHaveBeenCalledExactlyOnceWith('Authenticator app is no longer a second step of your account.')
    expect(callbacks.reload).toHaveBeenCalledOnce()
  })

  test('also asks for the second factor if needed', async () => {
    const confirm = vi.fn().mockResolvedValue({})
    const go = vi.fn().mockResolvedValue(done)
    const challenge = { appName: 'x', factors: [app], send: vi.fn(), confirm }
    change.removeFactor.mockResolvedValueOnce({
      problem: { field: null, title: 'generic', text: 'generic', needsRecentSignIn: true },
    })
    change.reauthenticate.mockResolvedValue({
      problem: { field: null, title: 'generic', text: 'generic', secondFactor: { challenge, resume: go } },
    })
    show({ factors: [app] })
    await press('Remove app')
    await press('Yes, remove it')
    await userEvent.type(screen.getByLabelText('Your password'), 'calm-water-7')
    await press('Confirm with password')
    expect(screen.getByRole('heading', { name: 'Enter the code from your authenticator app', level: 4 })).toBeTruthy()
    change.removeFactor.mockResolvedValue(done)
    await userEvent.type(screen.getByLabelText('6-digit code'), '123456')
    await press('Continue')
    expect(go).toHaveBeenCalledOnce()
    expect(announce).toHaveBeenCalledOnce()
  })
})

describe('adding an app', () => {
  const confirm = vi.fn()
  beforeEach(() => {
    confirm.mockReset()
    change.startAuthenticatorSetup.mockImplementation(async (keep: (app: object) => void) => {
      keep({ secretKey: 'ABCDEFGHIJ', uri: 'otpauth://totp/x?secret=ABCDEFGHIJ', confirm })
      return done
    })
  })

  test('shows the key as text and QR code, and accepts a code', async () => {
    show()
    await press('Add authenticator app')
    expect(screen.getByText('ABCD EFGH IJ')).toBeTruthy()
    const code = await screen.findByRole('img', { name: /QR code/ })
    expect(code.getAttribute('src')).toBe(qrImage('otpauth://totp/x?secret=ABCDEFGHIJ'))
    expect(screen.getByRole('link', { name: 'open it in the app' }).getAttribute('href')).toBe(
      'otpauth://totp/x?secret=ABCDEFGHIJ',
    )
    await press('Copy the key')
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJ')
    expect(screen.getByText('The key is copied.')).toBeTruthy()

    confirm.mockResolvedValueOnce({ problem: { field: 'code', title: 'generic', text: 'wrongCode' } })
    await userEvent.type(screen.getByLabelText('6-digit code'), '111111{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('Wrong code. Try again.')
    confirm.mockResolvedValueOnce(done)
    await userEvent.type(screen.getByLabelText('6-digit code'), '{Backspace}2{Enter}')
    expect(confirm).toHaveBeenLastCalledWith('111112')
    expect(screen.getByText(/also asks for a code from your authenticator app/)).toBeTruthy()
    expect(callbacks.reload).toHaveBeenCalledOnce()
  })
})

test('gets a link by email, and is checked again', async () => {
  change.sendVerificationEmail.mockResolvedValue(done)
  show({ emailVerified: false })
  await press('Add text codes')
  expect(screen.getByText(/Please confirm first that ada@x.test is your address/)).toBeTruthy()
  await press('Email me a link')
  expect(screen.getByText(/The link is on its way/)).toBeTruthy()
  callbacks.reload.mockResolvedValueOnce({ ...account, emailVerified: false })
  await press('I’ve confirmed it')
  expect(screen.getByText(/isn’t confirmed yet/)).toBeTruthy()
  callbacks.reload.mockResolvedValueOnce(null)
  await press('I’ve confirmed it')
  expect(screen.getByText(/A network error has occurred/)).toBeTruthy()
})
