import * as z from 'zod'
import file from '@/content/help-elsewhere.json'
import { numberLocale, type Locale } from '@/lib/locales'
import { readLocalJson } from '@/lib/content/content-files'

const https = z.url({ protocol: /^https$/ })
const line = z.string().min(1)

/** The whole world and Europe are `001` and `150`, as in UN M49. */
const region = z.string().regex(/^([A-Z]{2}|001|150)$/)

const entry = z.strictObject({
  kind: z.enum(['crisis', 'free', 'association', 'register']),
  name: line,
  /** Language of the name, if not English. */
  lang: z.string().length(2).optional(),
  regions: z.array(region).min(1),
  address: https,
  checked: z.iso.date(),
  /** The page that the entry was checked against. */
  source: https,
})

/** Our words about an entry, and its name where that is a description. */
const words = z
  .strictObject({
    name: line.optional(),
    about: line.optional(),
    writing: z.array(line).default([]),
    speaking: z.array(line).default([]),
  })
  .refine(
    ({ about, writing, speaking }) => about || writing.length + speaking.length > 0,
    'does not say what it is for',
  )

export type HelpEntry = z.infer<typeof entry> & z.infer<typeof words>

export const readHelp = (value: unknown) => z.array(entry).parse(value)

/** By address. */
export const readHelpWords = (value: unknown) => z.record(https, words).parse(value)

const entries = readHelp(file)

export const helpChecked = entries.map(({ checked }) => checked).toSorted()[0] ?? ''

function entriesIn(locale: Locale): HelpEntry[] {
  const all = readHelpWords(readLocalJson(locale, 'help-elsewhere.json'))
  return entries.map(({ lang = 'en', ...each }) => {
    const own = all[each.address]
    if (!own) throw new Error(`content/${locale}/help-elsewhere.json has no "${each.address}".`)
    return {
      ...each,
      ...own,
      name: own.name ?? each.name,
      lang: own.name || locale.startsWith(lang) ? undefined : lang,
    }
  })
}

const international = ['001', '150']
const rank = ({ regions: [region = ''] }: HelpEntry) =>
  international.includes(region) ? international.indexOf(region) : international.length

/** Entries by country, international ones first. `allCountries` is the name of `001`. */
export function helpBy(
  kind: HelpEntry['kind'],
  locale: Locale,
  allCountries: string,
): [country: string, entries: HelpEntry[]][] {
  const names = new Intl.DisplayNames(numberLocale(locale), { type: 'region' })
  const list = new Intl.ListFormat(numberLocale(locale))
  const nameOf = ({ regions }: HelpEntry) =>
    list.format(regions.map((each) => (each === '001' ? allCountries : (names.of(each) ?? each))))
  const { compare } = new Intl.Collator(locale)
  const sorted = entriesIn(locale)
    .filter((each) => each.kind === kind)
    .toSorted((one, other) => rank(one) - rank(other) || compare(nameOf(one), nameOf(other)))
  const groups = new Map<string, HelpEntry[]>()
  for (const each of sorted) groups.set(nameOf(each), [...(groups.get(nameOf(each)) ?? []), each])
  return [...groups]
}
