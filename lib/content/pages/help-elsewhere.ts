import * as z from 'zod'
import file from '@/content/en/help-elsewhere.json'
import { defaultLocale, numberLocale, type Locale } from '@/lib/locales'
import { readLocalJson } from '@/lib/content/content-files'

const https = z.url({ protocol: /^https$/ })
const line = z.string().min(1)

/** The whole world and Europe are `001` and `150`, as in UN M49. */
const region = z.string().regex(/^([A-Z]{2}|001|150)$/)

const entry = z
  .strictObject({
    kind: z.enum(['crisis', 'free', 'association', 'register']),
    name: line,
    /** Language of the name, if not English. */
    lang: z.string().length(2).optional(),
    regions: z.array(region).min(1),
    address: https,
    about: line.optional(),
    writing: z.array(line).default([]),
    speaking: z.array(line).default([]),
    checked: z.iso.date(),
    /** The page that the entry was checked against. */
    source: https,
  })
  .refine(
    ({ about, writing, speaking }) => about || writing.length + speaking.length > 0,
    'does not say what it is for',
  )

export type HelpEntry = z.infer<typeof entry>

const schema = z.array(entry)

/** @throws {z.ZodError} if it is invalid */
export const readHelp = (value: unknown): HelpEntry[] => schema.parse(value)

const entries = readHelp(file)

/** Date of the oldest check. */
export const helpChecked = entries.map(({ checked }) => checked).toSorted()[0] ?? ''

/** Another language has only the words of an entry, by its address, and its name where that is a description. */
const translations = z.record(
  https,
  z.strictObject({
    name: line.optional(),
    about: line.optional(),
    writing: z.array(line).optional(),
    speaking: z.array(line).optional(),
  }),
)

function entriesIn(locale: Locale): HelpEntry[] {
  if (locale === defaultLocale) return entries
  const words = translations.parse(readLocalJson(locale, 'help-elsewhere.json'))
  return entries.map((each) => {
    const own = words[each.address]
    if (!own) throw new Error(`content/${locale}/help-elsewhere.json has no "${each.address}".`)
    const { about, writing, speaking, name = each.name } = own
    const { lang = 'en' } = each
    const ownLanguage = own.name || locale.startsWith(lang)
    return entry.parse({ ...each, name, about, writing, speaking, lang: ownLanguage ? undefined : lang })
  })
}

const international = ['001', '150']
const rank = ({ regions: [region = ''] }: HelpEntry) =>
  international.includes(region) ? international.indexOf(region) : international.length

/**
 * Entries of a kind by country, international ones first.
 * @param allCountries the name of `001`
 */
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
