import { describe, expect, test } from 'vitest'
import { validateContact } from '@/lib/contract/contact'

const good = { name: 'Ada', email: 'ada@people.example', message: 'Hello' }
const problems = (change: object) => {
  const judged = validateContact({ ...good, ...change })
  return 'problems' in judged ? judged.problems : {}
}

describe('a message of the contact form', () => {
  test('is trimmed, with normalised line ends', () => {
    expect(
      validateContact({ name: ' Ada ', email: ' Ada@people.example\n', message: '\r\nOne\r\n\r\nTwo\rThree \n' }),
    ).toEqual({
      message: { name: 'Ada', email: 'Ada@people.example', message: 'One\n\nTwo\nThree' },
    })
  })

  test.each([
    ['an empty object', { name: undefined, email: null, message: '' }, ['required', 'required', 'required']],
    ['signs without width', { name: '\u200b', message: '\u200b\u2060' }, ['required', undefined, 'required']],
    ['other kinds of value', { name: 1, email: ['a@b.example'], message: {} }, ['invalid', 'invalid', 'invalid']],
    [
      'too much of everything',
      { name: 'a'.repeat(101), email: `${'a'.repeat(64)}@${'b.'.repeat(95)}example`, message: 'a'.repeat(5001) },
      ['too-long', 'too-long', 'too-long'],
    ],
    [
      'line ends in a header',
      { name: 'Ada\nBcc: x@y.example', email: 'a@b.example\r\nBcc: x' },
      ['invalid', 'invalid'],
    ],
    [
      'NUL and halves of signs',
      { name: 'a\0', email: 'a\ud800@b.example', message: 'a\0' },
      ['invalid', 'invalid', 'invalid'],
    ],
  ])('%s', (_, change, [name, email, message]) => {
    expect(problems(change)).toEqual(
      Object.fromEntries(Object.entries({ name, email, message }).filter(([, code]) => code !== undefined)),
    )
  })

  test('accepts the longest message', () => {
    const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(63)}.en`
    expect(email.length).toBeLessThanOrEqual(254)
    expect(problems({ name: 'ä'.repeat(100), email, message: 'ö'.repeat(5000) })).toEqual({})
  })

  test.each(['a@b.co', `a@b.${'c'.repeat(63)}`, 'अदा@उदाहरण.भारत'])('accepts the address %s', (email) => {
    expect(problems({ email })).toEqual({})
  })

  test.each([
    'ada',
    'ada@',
    '@people.example',
    'ada@people',
    `a@b.${'c'.repeat(64)}`,
    'ada@people..example',
    'ada@people.example, bob@people.example',
    `${'a'.repeat(65)}@people.example`,
  ])('rejects the address %s', (email) => {
    expect(problems({ email })).toEqual({ email: 'invalid-email' })
  })
})
