import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserCredential } from 'firebase/auth'
import { beforeEach, expect, test, vi } from 'vitest'
import { SecondStep } from '@/components/session/second-step'
import type { Factor } from '@/lib/browser/second-factor'

const phone: Factor = { id: 'p', kind: 'phone', name: null, phone: '+*******4567', addedAt: null }
const app: Factor = { id: 'a', kind: 'totp', name: 'Authenticator app', phone: null, addedAt: null }

const send = vi.fn<() => Promise<void>>()
const confirm = vi.fn<(factor: Factor, code: string) => Promise<UserCredential>>()
const done = vi.fn()
const press = vi.fn()
const credential = { operationType: 'signIn' } as UserCredential
const coded = (code: string) => Object.assign(new Error(code), { code: `auth/${code}` })

beforeEach(() => {
  document.title = 'Sign in · Unhurried'
  for (const mock of [send, confirm, done, press]) mock.mockReset()
  send.mockResolvedValue(undefined)
  confirm.mockResolvedValue(credential)
})

const show = (...factors: Factor[]) =>
  act(async () =>
    render(
      <SecondStep
        challenge={{ appName: 'x', factors, send, confirm }}
        onDone={done}
        cancel={{ name: 'Cancel', press }}
      />,
    ),
  )
const field = () => screen.getByLabelText<HTMLInputElement>('6-digit code')
const button = (name: string) => screen.getByRole('button', { name })
const give = async (code: string) => {
  await userEvent.clear(field())
  await userEvent.type(field(), code)
  await userEvent.keyboard('{Enter}')
}

test('asks for a single app at once, and signs in with its code', async () => {
  await show(app)
  expect(document.activeElement).toBe(field())
  expect(document.title).toBe('Enter the code from your authenticator app · Unhurried')
  expect(send).not.toHaveBeenCalled()
  await give('123456')
  expect(confirm.mock.calls).toEqual([[app, '123456']])
  expect(done.mock.calls).toEqual([[credential]])
})

test('offers a choice of factors, and going back', async () => {
  await show(phone, app)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'One more step' }))
  expect(send).not.toHaveBeenCalled()
  await userEvent.click(button('Text a code to •••• 4567'))
  expect(send).toHaveBeenCalledOnce()
  await userEvent.click(button('Use another second step'))
  await userEvent.click(button('Use your authenticator app'))
  await give('654321')
  expect(confirm.mock.calls).toEqual([[app, '654321']])
})

test('starts again after a timeout', async () => {
  confirm.mockRejectedValueOnce(coded('invalid-multi-factor-session'))
  await show(app)
  await give('111111')
  expect(screen.getByRole('alert').textContent).toContain('That took too long.')
  await userEvent.click(button('Start again'))
  expect(press).toHaveBeenCalledOnce()
})
