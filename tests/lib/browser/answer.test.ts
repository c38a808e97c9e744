import { expect, test } from 'vitest'
import { failure, noAnswerFailure, type Failure, problemWords } from '@/lib/browser/answer'
import errors from '@/messages/en/errors.json'
import { translatorOf } from '@/lib/i18n/messages'

const t = await translatorOf('en', 'errors')

test.each<[string, Failure, string]>([
  ['code', failure(409, 'not-pausable', 'x'), errors.notPausable],
  ['detail', failure(409, 'not-cancelled', 'x', 'plan-ended'), errors.planEnded],
  ['code, without knowing the detail', failure(409, 'not-pausable', 'x', 'later' as never), errors.notPausable],
  ['failed call', noAnswerFailure(), errors.unreachable],
  [
    'wait',
    { ...failure(429, 'too-many-requests', 'x'), retryAfter: 61 },
    'That was too many tries. Please try again in about 2 minutes.',
  ],
  ['own words, for a code of others', failure(403, 'permission-denied', 'Closed today.'), 'Closed today.'],
])('says what an API call met by its %s', (_, answer, words) => {
  expect(problemWords(t, answer)).toBe(words)
})
