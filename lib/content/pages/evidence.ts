import * as z from 'zod'
import entries from '@/content/evidence.json'
import type { Citation, Source } from '@/lib/contract/content'
import { perLocale } from '@/lib/contract/format'
import { defaultLocale, type Locale } from '@/lib/locales'
import { readLocalJson } from '@/lib/content/content-files'

const schema = z.array(
  z.strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/),
    /** Numbers of the facts that the source supports. */
    facts: z.array(z.number().int()).min(1),
    /** Where the study or its summary was found. */
    address: z.url({ protocol: /^https$/ }),
    people: z.number().int().positive().nullable(),
  }),
)

const sources = new Map(schema.parse(entries).map((entry) => [entry.id, entry]))

/** The words about the sources, by id. Titles of studies may stay in English. */
const translations = z.record(
  z.string(),
  z.strictObject({
    citation: z.string().min(1).optional(),
    design: z.string().min(1),
    size: z.string().min(1).nullable(),
    limits: z.string().min(1),
  }),
)

const wordsOf = perLocale((locale) => translations.parse(readLocalJson(locale, 'evidence.json')))

/** @throws {Error} if there is none, since health statements need a source, or if it has no words in the language */
export function getSource(id: string, locale: Locale = defaultLocale): Source {
  const [entry, words] = [sources.get(id), wordsOf(locale)[id]]
  const citation = words?.citation ?? wordsOf(defaultLocale)[id]?.citation
  if (!entry || !words || !citation) throw new Error(`evidence.json has no source "${id}" (${locale}).`)
  return { ...entry, ...words, citation, citationLang: words.citation ? undefined : 'en' }
}

export const hasSource = (id: string) => sources.has(id)

export function citations(locale: Locale, ...ids: string[]): Citation[] {
  return ids.map((id, index) => ({ ...getSource(id, locale), number: index + 1 }))
}
