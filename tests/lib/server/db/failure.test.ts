import { expect, test } from 'vitest'
import { DatabaseUnavailable, isDatabaseFailure } from '@/lib/server/http/errors'

const coded = (code: string) => Object.assign(new Error('x'), { code })
const query = (cause: Error) => Object.assign(new Error('Failed query', { cause }), { query: '', params: [] })

test.each([
  ['a database that was never opened', new DatabaseUnavailable(null), true],
  ['a statement on a lost connection', query(coded('ECONNREFUSED')), true],
  ['a statement that was ended from outside', query(coded('57P01')), true],
  ['a statement on a read-only database', query(coded('25006')), true],
  ['a statement that ran out of time', query(new Error('Query read timeout')), true],
  ['a transaction that gets no connection', coded('ECONNREFUSED'), true],
  ['a transaction on a full server', coded('53300'), true],
  ['a value of the wrong form', query(coded('22P02')), false],
  ['a duplicate key', query(coded('23505')), false],
  ['a table that does not exist', query(coded('42P01')), false],
  ['an invalid statement', new TypeError('x'), false],
  ['nothing', undefined, false],
])('%s', (_, error, failure) => {
  expect(isDatabaseFailure(error)).toBe(failure)
})
