/** Notion’s JSON of databases, pages, blocks and errors. */
import type { PageObjectResponse } from '@notionhq/client'
import { createHash } from 'node:crypto'
import type { Context } from '@/local/vendors/context'
import type { Files } from './files'
import {
  dayStart,
  type Draft,
  type Page,
  type PlacedBlock,
  type Sample,
  type SampleDatabase,
  type Text,
} from './sample-database'

export const dataSourceId = '5a3b1c70-0000-4000-8000-000000000002'

export type NotionContext = { context: Context; database: SampleDatabase; files: Files }

export const databaseWire = ({ context }: NotionContext) => ({
  object: 'database',
  id: context.settings.notion.databaseId,
  data_sources: [{ id: dataSourceId, name: 'Sample posts of the stand-in' }],
})

const kinds = {
  Title: 'title',
  Slug: 'rich_text',
  Description: 'rich_text',
  Answer: 'rich_text',
  Author: 'select',
  Tags: 'multi_select',
  Keywords: 'multi_select',
  Written: 'date',
  Reviewed: 'date',
  Published: 'checkbox',
  'Code injection footer': 'rich_text',
} as const

export const dataSourceWire = () => ({
  object: 'data_source',
  id: dataSourceId,
  properties: Object.fromEntries(
    Object.entries(kinds).map(([name, type]) => [name, { id: propertyId(name), name, type, [type]: {} }]),
  ),
})

const plain = { bold: false, italic: false, strikethrough: false, underline: false, code: false, color: 'default' }

function runOf(part: Exclude<Text, string>[number]) {
  if (typeof part === 'object' && 'equation' in part) {
    const { equation: expression } = part
    return { type: 'equation', plain_text: expression, href: null, annotations: plain, equation: { expression } }
  }
  if (typeof part === 'object' && 'day' in part) {
    const { day: start, until: end = null } = part
    const mention = { type: 'date', date: { start, end, time_zone: null } }
    return { type: 'mention', plain_text: end ? `${start} → ${end}` : start, href: null, annotations: plain, mention }
  }
  const { text: content, href = null, ...marks } = typeof part === 'string' ? { text: part } : part
  const text = { content, link: href === null ? null : { url: href } }
  return { type: 'text', text, annotations: { ...plain, ...marks }, plain_text: content, href }
}

const richText = (text: Text = '') => (typeof text === 'string' ? (text ? [runOf(text)] : []) : text.map(runOf))

const valueOf = ({ text, caption, cells, value }: Draft) => ({
  ...(text !== undefined && { rich_text: richText(text), color: 'default' }),
  ...(caption !== undefined && { caption: richText(caption) }),
  ...(cells && { cells: cells.map(richText) }),
  ...value,
})

const propertyId = (name: string) =>
  name === 'Title' ? 'title' : createHash('sha256').update(name).digest('hex').slice(0, 4)

function propertiesOf(sample: Sample): Record<string, object> {
  const day = (value: string | undefined) => (value === undefined ? null : { start: value, end: null, time_zone: null })
  const option = (name: string) => ({ id: propertyId(name), name, color: 'default' })
  const values: Record<keyof typeof kinds, unknown> = {
    Title: richText(sample.title),
    Slug: richText(sample.slug),
    Description: richText(sample.description),
    Answer: richText(sample.answer),
    Author: sample.author === undefined ? null : option(sample.author),
    Tags: sample.tags.map(option),
    Keywords: (sample.keywords ?? []).map(option),
    Written: day(sample.written),
    Reviewed: day(sample.reviewed),
    Published: sample.published,
    'Code injection footer': richText(sample.codeInjectionFooter),
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([name, type]) => [
      name,
      { id: propertyId(name), type, [type]: values[name as keyof typeof kinds] },
    ]),
  )
}

export const pageWire = ({ database, files }: NotionContext, page: Page) =>
  ({
    object: 'page',
    id: page.id,
    created_time: dayStart(page.written),
    last_edited_time: page.edited,
    cover: { type: 'file', file: files.wire(page.cover) },
    in_trash: database.isTrashed(page.id),
    properties: propertiesOf(page),
    url: `https://www.notion.so/${page.id.replaceAll('-', '')}`,
  }) satisfies Partial<Omit<PageObjectResponse, 'properties'>> & { properties: object }

export function blockWire({ database, files }: NotionContext, { id, draft, page, parent }: PlacedBlock) {
  const how = database.breakOf(id)
  if (how === 'id-only') return { object: 'block', id }
  const { file, copyOf, ...value } = valueOf(draft)
  const original = copyOf === undefined ? null : { type: 'block_id', block_id: database.named(copyOf) }
  return {
    object: 'block',
    id,
    parent: parent === page.id ? { type: 'page_id', page_id: parent } : { type: 'block_id', block_id: parent },
    last_edited_time: page.edited,
    has_children: how === 'contents' || original !== null || (draft.children ?? []).length > 0,
    in_trash: false,
    type: draft.type,
    [draft.type]:
      how === 'form'
        ? null
        : { ...value, ...(file && { file: files.wire(file.name) }), ...(original && { synced_from: original }) },
  }
}

const codes: Record<number, string> = {
  400: 'validation_error',
  401: 'unauthorized',
  404: 'object_not_found',
  409: 'conflict_error',
  429: 'rate_limited',
  503: 'service_unavailable',
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }

  get body(): object {
    const { status, message } = this
    const code = codes[status] ?? 'internal_server_error'
    return { object: 'error', status, code, message, request_id: crypto.randomUUID() }
  }
}

export const faultBody = (status: number): object =>
  new ApiError(status, 'An error that was asked for at /faults.').body
