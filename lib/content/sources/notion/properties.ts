import type { PageObjectResponse } from '@notionhq/client'
import type { Author } from '@/lib/contract/content'
import { createDraft, type Draft, postRecord, slug } from '@/lib/content/record'

type Property = PageObjectResponse['properties'][string]

/** Notion rounds edit times to the minute. Until an edit is this old (ms), its text is read each time. */
const settleMs = 2 * 60_000

const dayOf = (start: string) => (start.length > 10 ? new Date(start).toISOString() : start).slice(0, 10)

function valueOf(property: Property | undefined): string | string[] | boolean | undefined {
  switch (property?.type) {
    case 'title':
      return property.title.map((part) => part.plain_text).join('') || undefined
    case 'rich_text':
      return property.rich_text.map((part) => part.plain_text).join('') || undefined
    case 'select':
      return property.select?.name
    case 'status':
      return property.status?.name
    case 'multi_select':
      return property.multi_select.map(({ name }) => name)
    case 'date':
      return property.date ? dayOf(property.date.start) : undefined
    case 'checkbox':
      return property.checkbox
    default:
      return undefined
  }
}

const trimmed = (value: ReturnType<typeof valueOf>) => (typeof value === 'string' ? value.trim() : value)

const listOf = (value: ReturnType<typeof valueOf>) =>
  typeof value === 'string'
    ? value
        .split(/[,;\n]/)
        .map((word) => word.trim())
        .filter(Boolean)
    : value

const words = ['rich_text', 'title', 'select', 'status']

/** The types that each property may have; the first name is the usual one. */
const properties: { names: string[]; types: string[]; isRequired?: boolean }[] = [
  { names: ['Slug'], types: words, isRequired: true },
  { names: ['Description'], types: words, isRequired: true },
  { names: ['Tags'], types: ['multi_select'], isRequired: true },
  { names: ['Written', 'Date'], types: ['date', ...words], isRequired: true },
  { names: ['Published'], types: ['checkbox'], isRequired: true },
  { names: ['Keywords'], types: ['multi_select', ...words] },
  { names: ['Reviewed'], types: ['date', ...words] },
  { names: ['Author'], types: words },
  { names: ['Language', 'Lang'], types: words },
  { names: ['Answer'], types: words },
  { names: ['Code injection footer'], types: words },
]

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** Properties that are missing or have a type that is not read, in words. All pages of a database have the same. */
export function propertyProblems(page: PageObjectResponse): string[] {
  const found = new Map(Object.entries(page.properties).map(([name, { type }]) => [plainName(name), { name, type }]))
  return properties.flatMap(({ names, types, isRequired }) => {
    const present = names.flatMap((name) => found.get(plainName(name)) ?? [])
    if (present.length === 0) return isRequired ? [`${names[0]} is missing`] : []
    return present
      .filter(({ type }) => !types.includes(type))
      .map(({ name, type }) => `${name} is of the type ${type}; expected ${types.join(' or ')}`)
  })
}

export function parsePage(
  page: PageObjectResponse,
  authors: ReadonlyMap<string, Author>,
  now: number,
): Draft | string[] {
  const values = new Map(Object.entries(page.properties).map(([name, property]) => [plainName(name), property]))
  const value = (name: string) => valueOf(values.get(name))
  const name = slug.safeParse(trimmed(value('slug')))
  const record = postRecord.safeParse({
    title: valueOf(Object.values(page.properties).find(({ type }) => type === 'title')),
    description: value('description'),
    tags: value('tags'),
    keywords: listOf(value('keywords')),
    written: value('written') ?? value('date'),
    reviewed: value('reviewed'),
    author: value('author'),
    lang: value('language') ?? value('lang'),
    answer: value('answer'),
    draft: value('published') !== true,
    codeInjectionFooter: value('codeinjectionfooter'),
  })
  if (!name.success || !record.success) {
    return [
      ...(name.error?.issues ?? []).map(({ message }) => `slug: ${message}`),
      ...(record.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ]
  }
  const author = authors.get(record.data.author)
  if (!author) {
    return [`author: expected one of ${[...authors.keys()].join(', ')}, found “${record.data.author}”`]
  }
  const modified = page.last_edited_time
  const isSettled = now - Date.parse(modified) >= settleMs
  return createDraft(page.id, name.data, record.data, {
    author,
    minutes: null,
    version: isSettled ? modified : null,
    modified,
  })
}
