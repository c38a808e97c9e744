import { expect, test, vi } from 'vitest'
import type { Around, Call } from '@/components/auth/widget/calls'
import { sentCodes } from '@/components/auth/widget/sent-code'

const confirmation = (id: string) => ({ confirm: vi.fn(async (code: unknown) => `${id} ${String(code)}`) })
const direct: Around = ({ go }) => go()
const call = (name: Call['name'], args: unknown[], go: Call['go']): Call => ({ name, args, guest: false, go })

test.each(['signInWithPhoneNumber', 'linkWithPhoneNumber'] as const)(
  'after %s, another code goes to the same number, and is the one that counts',
  async (name) => {
    const codes = sentCodes(direct)
    const first = confirmation('first')
    const go = vi.fn(async (...others: unknown[]) => (others.length > 0 ? confirmation('second') : first))
    await codes.around(call(name, ['+16505550100', 'captcha'], go))
    const confirm = (code: string) => codes.around(call('confirm', [code], () => first.confirm(code)))
    expect(await confirm('111111')).toBe('first 111111')
    expect(await codes.again('another captcha')).toBe('+16505550100')
    expect(go).toHaveBeenLastCalledWith('+16505550100', 'another captcha')
    expect(await confirm('222222')).toBe('second 222222')
  },
)

test('another number begins anew', async () => {
  const codes = sentCodes(direct)
  await codes.around(call('signInWithPhoneNumber', ['+16505550100', 'captcha'], async () => confirmation('one')))
  await codes.again('captcha')
  const next = confirmation('next')
  await codes.around(call('signInWithPhoneNumber', ['+16505550101', 'captcha'], async () => next))
  expect(await codes.around(call('confirm', ['1'], () => next.confirm('1')))).toBe('next 1')
})

test('a refusal is handed on, and the code before still counts', async () => {
  const codes = sentCodes(direct)
  const first = confirmation('first')
  let fails = false
  await codes.around(
    call('signInWithPhoneNumber', ['+16505550100', 'captcha'], async () => {
      if (fails) throw new Error('auth/too-many-requests')
      return first
    }),
  )
  fails = true
  await expect(codes.again('captcha')).rejects.toThrow('auth/too-many-requests')
  expect(await codes.around(call('confirm', ['1'], () => first.confirm('1')))).toBe('first 1')
})

test('without a code before there is none to send again', async () => {
  await expect(sentCodes(direct).again('captcha')).rejects.toThrow('No code was sent before.')
})
