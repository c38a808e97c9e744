import { describe, expect, test } from 'vitest'
import { interceptCalls, prepareArguments } from '@/components/auth/sdk'

test('intercepts the confirmation of a text message', async () => {
  class Phone {
    async signInWithPhoneNumber() {
      return { verificationId: 'v', confirm: async (code: string) => `confirmed ${code}` }
    }
  }
  const names: string[] = []
  interceptCalls(Phone.prototype, ['signInWithPhoneNumber'], ({ name, make }) => {
    names.push(name)
    return make()
  })
  const result = await new Phone().signInWithPhoneNumber()
  expect(await result.confirm('123456')).toBe('confirmed 123456')
  expect(names).toEqual(['signInWithPhoneNumber', 'confirm'])
})

describe('arguments', () => {
  /** Escaped as by the widget's release 6.1.0. */
  const escaped = (text: string) =>
    text.replace(
      /[&<>"']/g,
      (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter] ?? '',
    )

  test.each([`O'Brien & "Jo" <x>`, '&#39;', 'a &lt b', ''])('stores a name as typed: %s', async (name) => {
    expect(await prepareArguments('updateProfile', [{ displayName: escaped(name), photoURL: 'x?a&amp;b' }, 1])).toEqual(
      [{ displayName: name, photoURL: 'x?a&amp;b' }, 1],
    )
  })

  test.each([
    ['+1(650) 555-8266', '+16505558266'],
    ['+44(0)20 7946 0000', '+442079460000'],
  ])('normalizes phone numbers: %s', async (given, expected) => {
    for (const name of ['signInWithPhoneNumber', 'linkWithPhoneNumber'] as const)
      expect(await prepareArguments(name, [given, 'captcha'])).toEqual([expected, 'captcha'])
    expect(await prepareArguments('signInWithEmailAndPassword', [given])).toEqual([given])
  })

  test.each(['+1abc', '+1+999123456789'])('refuses %s', async (number) => {
    const refused = prepareArguments('signInWithPhoneNumber', [number])
    await expect(refused).rejects.toMatchObject({ code: 'auth/invalid-phone-number' })
  })
})
