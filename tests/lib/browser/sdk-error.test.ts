import { describe, expect, test } from 'vitest'
import { errorCodeOf, readCloudFunctionError, type CloudFunctionError } from '@/lib/browser/sdk-error'

test.each([
  [Object.assign(new Error('x'), { code: 'auth/user-disabled' }), 'auth/user-disabled'],
  [{ code: 7 }, ''],
  [null, ''],
  [new Error('x'), ''],
])('reads the code of %j as %j', (cause, code) => {
  expect(errorCodeOf(cause)).toBe(code)
})

const prefix = 'HTTP Cloud Function returned an error:'
const answer = (message: unknown, status: unknown = 'PERMISSION_DENIED') =>
  JSON.stringify({ error: { details: {}, message, status } })
const refused = (message: string | null): CloudFunctionError => ({ code: 'permission-denied', message })

test.each<[string, CloudFunctionError | null]>([
  [`BLOCKING_FUNCTION_ERROR_RESPONSE : ${prefix} ${answer('Not from here.  ')}`, refused('Not from here.')],
  [
    `Firebase: ${prefix} ${answer('Please use your work address.')} (auth/internal-error).`,
    refused('Please use your work address.'),
  ],
  [
    `BLOCKING_FUNCTION_ERROR_RESPONSE : ((HTTP request to https://x.example/ returned HTTP error 400: ${answer('No room today.', 'RESOURCE_EXHAUSTED')}))`,
    { code: 'resource-exhausted', message: 'No room today.' },
  ],
  [`${prefix} ${answer('The address "a@b.example" is closed.')}`, refused('The address "a@b.example" is closed.')],
  [
    `${prefix} ${answer('Only "here", please.').replaceAll('\\', '\\\\').replaceAll('"', '\\"')} (auth/internal-error).`,
    refused('Only "here", please.'),
  ],
  [
    JSON.stringify({
      error: { code: 400, message: `BLOCKING_FUNCTION_ERROR_RESPONSE : ${prefix} ${answer('Closed on Sundays.')}` },
    }),
    refused('Closed on Sundays.'),
  ],
  [
    `${prefix} {"message":"Come back later.","status":"UNAVAILABLE"}`,
    { code: 'unavailable', message: 'Come back later.' },
  ],
  // The SDK cuts its message at a lone colon.
  [
    `Firebase: ${prefix} {"error":{"message":"Only for adults.","status":"INVALID_ARGUMENT","details":{"a" (auth/internal-error).`,
    { code: 'invalid-argument', message: 'Only for adults.' },
  ],
  [`${prefix} {"error":{"status":"PERMISSION_DENIED"}}`, refused(null)],
  ['Firebase: The password is invalid. (auth/wrong-password).', null],
  [`${prefix} {"error":{"mess`, null],
])('reads %j', (message, expected) => {
  expect(readCloudFunctionError(message)).toEqual(expected)
})

describe('a function’s message', () => {
  const shown = (message: unknown) => readCloudFunctionError(`${prefix} ${answer(message)}`)?.message

  test.each([
    ['<b>Not</b> <img src=x onerror="alert(1)"> now, <script>alert(1)</script> please.', 'Not now, alert(1) please.'],
    ['Pay \u202Eyadot\u202C here\u200B now.', 'Pay yadot here now.'],
  ])('cleans %j', (message, expected) => expect(shown(message)).toBe(expected))

  test('cuts long words', () => {
    const long = shown('word '.repeat(500)) ?? ''
    expect(long.length).toBeLessThanOrEqual(200)
    expect(long).toMatch(/word…$/)
    expect(shown(`a b ${'x'.repeat(5000)}`)).toBe('a b…')
  })
})
