import { describe, expect, it } from 'vitest'
import file from '@/content/help-elsewhere.json'
import { type HelpEntry, helpBy, readHelp, readHelpWords } from '@/lib/content/pages/help-elsewhere'

const [first, second] = file as Record<string, unknown>[]
const withFirst = (more: Record<string, unknown>) => [{ ...first, ...more }, second]

const help = (kind: HelpEntry['kind']) => helpBy(kind, 'en', 'All countries')

describe('the list of help elsewhere', () => {
  it.each([
    ['an address without https', { address: 'http://findahelpline.com' }],
    ['no country', { regions: [] }],
    ['an unknown kind', { kind: 'clinic' }],
    ['an unknown field', { rating: 5 }],
  ])('rejects an entry with %s', (_, more) => expect(() => readHelp(withFirst(more))).toThrow())

  it('rejects an entry without a description', () => {
    expect(() => readHelpWords({ 'https://findahelpline.com': {} })).toThrow('what it is for')
  })

  it('was checked on past days', () => {
    for (const { name, checked } of file) expect(Date.parse(checked), name).toBeLessThanOrEqual(Date.now())
  })

  it('shows every entry once, international ones first', () => {
    const kinds = (['crisis', 'free', 'association', 'register'] as const).map(help)
    expect(kinds.flatMap((groups) => groups.flatMap(([, entries]) => entries)).length).toBe(file.length)
    const [first, ...others] = help('crisis').map(([country]) => country)
    expect(first).toBe('All countries')
    expect(others).toEqual(others.toSorted())
  })

  it('has a written alternative to every crisis phone line', () => {
    const lines = help('crisis').flatMap(([, entries]) => entries)
    expect(lines.filter(({ speaking, writing }) => speaking.length > 0 && writing.length === 0)).toEqual([])
  })

  it('isolates phone numbers in Arabic, where their groups would change places', () => {
    const lines = helpBy('crisis', 'ar', '').flatMap(([, entries]) => entries.flatMap((each) => each.speaking))
    expect(lines.filter((each) => /\d\s\d/.test(each.replace(/\u2066.*?\u2069/g, '')))).toEqual([])
    expect(lines.join()).toContain('\u206613\u00a011\u00a014\u2069')
  })
})
