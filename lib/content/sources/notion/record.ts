import { isFullPage, type PageObjectResponse, type QueryDataSourceResponse } from '@notionhq/client'
import type { Author } from '@/lib/contract/content'
import { draftOf, postRecord, slug, type Draft } from '@/lib/content/record'
import { reasonOf, report } from '@/lib/content/report'

type Property = PageObjectResponse['properties'][string]

/** Notion rounds edit times to the minute, so a newer edit (in milliseconds) does not identify a version. */
const unsettled = 2 * 60_000

const dayOf = (start: string) => (start.length > 10 ? new Date(start).toISOString() : start).slice(0, 10)

function valueOf(property: Property | undefined): string | string[] | boolean | undefined {
  switch (property?.type) {
    case 'title':
      return property.title.map((part) => part.plain_text).join('') || undefined
    case 'rich_text':
      return property.rich_text.map((part) => part.plain_text).join('') || undefined
    case 'select':
      return property.select?.name
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

function read(page: PageObjectResponse, authors: ReadonlyMap<string, Author>, now: number): Draft | string[] {
  const named = new Map(
    Object.entries(page.properties).map(([name, property]) => [name.toLowerCase().replace(/[^a-z]/g, ''), property]),
  )
  const value = (name: string) => valueOf(named.get(name))
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
  const isSettled = now - Date.parse(modified) >= unsettled
  return draftOf(page.id, name.data, record.data, {
    author,
    minutes: null,
    version: isSettled ? modified : null,
    modified,
  })
}

type Row = QueryDataSourceResponse['results'][number]

/** The field's name differs between API versions. */
function isGone(row: Row): boolean {
  const { in_trash: inTrash, archived, is_archived: isArchived } = row as Partial<PageObjectResponse>
  return Boolean(inTrash || archived || isArchived)
}

/** Null, and logged, if the row is invalid, so that other pages stay. */
export function draftOfRow(row: Row, authors: ReadonlyMap<string, Author>, now = Date.now()): Draft | null {
  if (isGone(row)) return null
  const leftOut = (because: string[]) => {
    report('notion page left out', { page: row.id, because })
    return null
  }
  try {
    if (row.object !== 'page' || !isFullPage(row)) return leftOut([`expected a whole page, found ${row.object}`])
    const draft = read(row, authors, now)
    return Array.isArray(draft) ? leftOut(draft) : draft
  } catch (error) {
    return leftOut([reasonOf(error)])
  }
}
