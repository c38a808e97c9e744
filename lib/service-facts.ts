/** Facts about the service that its owner fills in (`content/service.yaml`). */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { defaultLocale, numberLocale, type Locale } from './locales'

const text = z.string().min(1).nullish()
const number = z.number().int().positive().nullish()

const schema = z.strictObject({
  sample: text,
  operator: text,
  hosts: text,
  'hosts-chosen': text,
  'hosts-trained': text,
  safeguarding: text,
  'group-size': number,
  'calls-per-week': number,
  'call-minutes': number,
  'call-languages': z.array(z.string().min(1)).min(1).nullish(),
  'call-platform': text,
  'calls-recorded': text,
  booking: text,
  'minimum-age': number,
  'reply-days': number,
  'first-week': text,
  'app-data': text,
  discounts: text,
  gifts: text,
  insurance: text,
  'store-prices': text,
})

const names = schema.omit({ sample: true }).keyof().options

type FactName = (typeof names)[number]
type ServiceFacts = {
  /** Texts by name. Unknown facts are missing. */
  known: ReadonlyMap<string, string>
  missing: readonly FactName[]
  /** The mark of sample facts. */
  sample: string | undefined
}

/** Builds of the local stack name the file with sample facts. Other languages have a file of the same name. */
export const serviceFile = () => process.env.SERVICE_FILE || 'content/service.yaml'

/**
 * @param source YAML
 * @throws {Error} naming the file and each invalid fact
 */
export function parseServiceFacts(source: string, locale: Locale = defaultLocale): ServiceFacts {
  const { data, error } = schema.safeParse(parse(source) ?? {})
  if (!data) throw new Error(`${serviceFile()} (${locale}): ${z.prettifyError(error)}`)
  const known = new Map<string, string>()
  for (const name of names) {
    const value = data[name]
    if (value === null || value === undefined) continue
    const words = Array.isArray(value) ? new Intl.ListFormat(numberLocale(locale)).format(value) : String(value)
    known.set(name, words)
  }
  return { known, missing: names.filter((name) => !known.has(name)), sample: data.sample ?? undefined }
}

const cached = new Map<Locale, ServiceFacts>()

function readServiceFacts(locale: Locale): ServiceFacts {
  const root = process.cwd()
  const isEnglish = locale === defaultLocale
  const path = isEnglish ? join(root, serviceFile()) : join(root, 'content', locale, basename(serviceFile()))
  const facts = parseServiceFacts(existsSync(path) ? readFileSync(path, 'utf8') : '', locale)
  if (isEnglish) return facts
  const english = serviceFacts()
  const known = new Map([...[...english.known].filter(([, words]) => /^\d+$/.test(words)), ...facts.known])
  return {
    known,
    missing: names.filter((name) => !known.has(name)),
    sample: english.sample && (facts.sample ?? english.sample),
  }
}

/** None without the file. Another language has the numbers of the English file, but no text that is not its own. */
export function serviceFacts(locale: Locale = defaultLocale): ServiceFacts {
  const facts = cached.get(locale) ?? readServiceFacts(locale)
  cached.set(locale, facts)
  return facts
}

const placeholder = /\{\{service-(.*?)\}\}/g

/** The text with its facts, such as `{{service-group-size}}`, without the lines whose facts are not set. */
export function fillServiceFacts(text: string, locale: Locale, given?: ServiceFacts): string {
  const { known, sample } = given ?? serviceFacts(locale)
  return text
    .split('\n')
    .filter((line) => [...line.matchAll(placeholder)].every(([, name = '']) => known.has(name)))
    .map((line) => {
      const filled = line.replace(placeholder, (_, name: string) => known.get(name) ?? '')
      return sample && filled !== line ? `${filled} (${sample})` : filled
    })
    .join('\n')
}

/** The items of which something is left after filling in the facts. */
export const withServiceFacts = <T extends { text: string }>(items: readonly T[], locale: Locale): T[] =>
  items.map((item) => ({ ...item, text: fillServiceFacts(item.text, locale) })).filter(({ text }) => text.trim() !== '')
