import { expect, test } from 'vitest'
import { failure, noAnswerFailure, type Failure, problemWords } from '@/lib/browser/answer'
import requests from '@/messages/en/requests.json'
import { translatorOf } from '@/lib/i18n/messages'

const t = await translatorOf('en', 'requests')

test.each<[string, Failure, string]>([
  ['what the API says', failure(409, 'not-pausable', 'Not now.'), 'Not now.'],
  ['that there was no answer', noAnswerFailure(), requests.unreachable],
  ['that others refuse without a reason', failure(403, 'permission-denied'), requests.refused],
])('says %s', (_, answer, words) => {
  expect(problemWords(t, answer)).toBe(words)
})
