import { expect, test } from 'vitest'
import { codeOf } from '@/lib/browser/error-code'

test.each([
  [Object.assign(new Error('x'), { code: 'auth/user-disabled' }), 'auth/user-disabled'],
  [{ code: 'storage/unauthorized' }, 'storage/unauthorized'],
  [{ code: 7 }, ''],
  [{ code: undefined }, ''],
  [null, ''],
  [undefined, ''],
  ['auth/user-disabled', ''],
  [new Error('x'), ''],
  [7, ''],
])('the code of %j is %j', (cause, code) => {
  expect(codeOf(cause)).toBe(code)
})
