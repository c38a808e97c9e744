/** Facts about the service that its owner fills in (`content/service.yaml`). */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'

const text = z.string().min(1).nullish()
const number = z.number().int().positive().nullish()

const schema = z.strictObject({
  sample: z.literal(true).optional(),
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
export type ServiceFacts = {
  /** Texts by name. Unknown facts are missing. */
  known: ReadonlyMap<string, string>
  missing: readonly FactName[]
  isSample: boolean
}

/** Builds of the local stack name the file with sample facts. */
export const serviceFile = () => process.env.SERVICE_FILE || 'content/service.yaml'

/**
 * @param source YAML
 * @throws {Error} naming the file and each invalid fact
 */
export function parseServiceFacts(source: string, file = serviceFile()): ServiceFacts {
  const { data, error } = schema.safeParse(parse(source) ?? {})
  if (!data) throw new Error(`${file}: ${z.prettifyError(error)}`)
  const isSample = data.sample ?? false
  const known = new Map<string, string>()
  for (const name of names) {
    const value = data[name]
    if (value === null || value === undefined) continue
    const words = Array.isArray(value) ? new Intl.ListFormat('en').format(value) : String(value)
    known.set(name, words)
  }
  return { known, missing: names.filter((name) => !known.has(name)), isSample }
}

let cached: ServiceFacts | undefined

/** None without the file. */
export function serviceFacts(): ServiceFacts {
  const path = join(process.cwd(), serviceFile())
  return (cached ??= parseServiceFacts(existsSync(path) ? readFileSync(path, 'utf8') : ''))
}

const placeholder = /\{\{service-(.*?)\}\}/g

/** The text with its facts, such as `{{service-group-size}}`, without the lines whose facts are not set. */
export function fillServiceFacts(text: string, { known, isSample }: ServiceFacts = serviceFacts()): string {
  return text
    .split('\n')
    .filter((line) => [...line.matchAll(placeholder)].every(([, name = '']) => known.has(name)))
    .map((line) => {
      const filled = line.replace(placeholder, (_, name: string) => known.get(name) ?? '')
      return isSample && filled !== line ? `${filled} (sample)` : filled
    })
    .join('\n')
}

/** The items of which something is left after filling in the facts. */
export const withServiceFacts = <T extends { text: string }>(items: readonly T[]): T[] =>
  items.map((item) => ({ ...item, text: fillServiceFacts(item.text) })).filter(({ text }) => text.trim() !== '')
