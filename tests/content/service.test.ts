import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFaq } from '@/lib/content/pages/faq'
import { fillServiceFacts, parseServiceFacts } from '@/lib/service-facts'

const facts = parseServiceFacts('group-size: 8\ncall-languages: [English, Spanish]\nbooking:')

test.each([
  ['At most {{service-group-size}} people.', 'At most 8 people.'],
  ['Calls are in {{service-call-languages}}.', 'Calls are in English and Spanish.'],
  ['{{service-booking}}', ''],
  ['It is free.\n{{service-booking}}', 'It is free.'],
])('fills in %j, and leaves out lines with unknown facts', (text, expected) => {
  expect(fillServiceFacts(text, 'en', facts)).toBe(expected)
})

test('labels samples, which have every fact', () => {
  const samples = parseServiceFacts(readFileSync('content/service.sample.yaml', 'utf8'))
  expect(samples.missing).toEqual([])
  expect(fillServiceFacts('At most {{service-group-size}} people.', 'en', samples)).toBe('At most 8 people. (sample)')
  expect(fillServiceFacts('Calls are small.', 'en', samples)).toBe('Calls are small.')
})

test.each([
  ['group-size: many', /group-size/],
  ['groupsize: 8', /groupsize/],
])('refuses %j by name', (source, message) => {
  expect(() => parseServiceFacts(source)).toThrow(message)
})

test('asks no question whose answer the owner has not given', async () => {
  const { groups } = await readFaq('en')
  const ids = groups.flatMap(({ questions }) => questions.map(({ id }) => id))
  expect(ids).toContain('recorded')
  expect(ids).toContain('how-long')
  expect(ids).not.toContain('group-size')
})
