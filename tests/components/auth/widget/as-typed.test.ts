import { expect, test } from 'vitest'
import { asTyped, refuseWrongPhone } from '@/components/auth/widget/as-typed'

/** As the widget's release 6.1.0 writes text for HTML. */
const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter] ?? '',
  )

test.each(["Conor O'Brien", 'Tom & "Jo" <x>', 'Ada', '&amp;', '&#39;', 'a &lt b', ''])(
  'a name is set as it was typed: %s',
  async (name) => {
    expect(await asTyped('updateProfile', [{ displayName: escaped(name), photoURL: 'x?a&amp;b' }, 1])).toEqual([
      { displayName: name, photoURL: 'x?a&amp;b' },
      1,
    ])
  },
)

test('a name is no longer than what is kept of one, and a profile without one stays as it is', async () => {
  expect(await asTyped('updateProfile', [{ displayName: 'x'.repeat(300) }])).toEqual([{ displayName: 'x'.repeat(200) }])
  for (const given of [{}, { displayName: null }, null, undefined])
    expect(await asTyped('updateProfile', [given])).toEqual([given])
})

test.each([
  ['+1(650) 555-8266', '+16505558266'],
  ['+44 20 7946 0000', '+442079460000'],
  ['+44(0)20 7946 0000', '+442079460000'],
  ['+1abc', '+1abc'],
])('one phone number has one form: %s', async (given, expected) => {
  for (const name of ['signInWithPhoneNumber', 'linkWithPhoneNumber'] as const)
    expect(await asTyped(name, [given, 'captcha'])).toEqual([expected, 'captcha'])
  expect(await asTyped('signInWithEmailAndPassword', [given])).toEqual([given])
})

test.each([
  ['+16505558266', true],
  ['+1abc', false],
  ['+1123', false],
  ['+1+999123456789', false],
  ['+1', false],
])('%s can be a number: %s', async (number, can) => {
  const refused = refuseWrongPhone('signInWithPhoneNumber', [number])
  if (can) await expect(refused).resolves.toBeUndefined()
  else await expect(refused).rejects.toMatchObject({ code: 'auth/invalid-phone-number' })
  await expect(refuseWrongPhone('signInWithEmailAndPassword', [number])).resolves.toBeUndefined()
})
