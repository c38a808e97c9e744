import * as z from 'zod'
import file from '@/content/en/help-elsewhere.json'

const https = z.url({ protocol: /^https$/ })
const line = z.string().min(1)

const entry = z
  .strictObject({
    kind: z.enum(['crisis', 'free', 'association', 'register']),
    name: line,
    /** Language of the name, if not English. */
    lang: z.string().length(2).optional(),
    country: line,
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

type HelpEntry = z.infer<typeof entry>

const schema = z.array(entry)

/** @throws {z.ZodError} if it is invalid */
export const readHelp = (value: unknown): HelpEntry[] => schema.parse(value)

const internationalNames = ['All countries', 'Europe']
const rank = (country: string) =>
  internationalNames.includes(country) ? internationalNames.indexOf(country) : internationalNames.length

const entries = readHelp(file)

/** Date of the oldest check. */
export const helpChecked = entries.map(({ checked }) => checked).toSorted()[0] ?? ''

/** Entries of a kind by country, international ones first. */
export function helpBy(kind: HelpEntry['kind']): [country: string, entries: HelpEntry[]][] {
  const groups = new Map<string, HelpEntry[]>()
  for (const each of entries.filter((each) => each.kind === kind)) {
    groups.set(each.country, [...(groups.get(each.country) ?? []), each])
  }
  return [...groups].toSorted(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other, 'en'))
}
