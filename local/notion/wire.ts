import { createHash } from 'node:crypto'
import type { PageObjectResponse } from '@notionhq/client'
import type { Desk } from '@/local/vendors/desk'
import { run, type Draft } from './blocks'
import { fileWire } from './files'
import { samples, type Sample } from './samples'

export const dataSourceId = '5a3b1c70-0000-4000-8000-000000000002'

const writer = { object: 'user', id: '5a3b1c70-0000-4000-8000-000000000003' } as const
const moment = (day: string) => `${day}T09:00:00.000Z`

const title = 'Sample posts of the stand-in'

export const databaseWire = (desk: Desk) => ({
  object: 'database',
  id: desk.settings.notion.databaseId,
  title: [run(title)],
  description: [],
  parent: { type: 'workspace', workspace: true },
  is_inline: false,
  in_trash: false,
  is_locked: false,
  created_time: moment('2026-01-15'),
  last_edited_time: moment('2026-11-20'),
  icon: null,
  cover: null,
  url: `https://www.notion.so/${desk.settings.notion.databaseId.replaceAll('-', '')}`,
  public_url: null,
  data_sources: [{ id: dataSourceId, name: title }],
})

const kinds = {
  Title: 'title',
  Slug: 'rich_text',
  Description: 'rich_text',
  Answer: 'rich_text',
  Tags: 'multi_select',
  Written: 'date',
  Reviewed: 'date',
  Published: 'checkbox',
  'Code injection footer': 'rich_text',
} as const

export const dataSourceWire = (desk: Desk) => ({
  object: 'data_source',
  id: dataSourceId,
  title: [run(title)],
  description: [],
  parent: { type: 'database_id', database_id: desk.settings.notion.databaseId },
  properties: Object.fromEntries(
    Object.entries(kinds).map(([name, type]) => [
      name,
      { id: propertyId(name), name, type, [type]: type === 'multi_select' ? { options: [] } : {} },
    ]),
  ),
  in_trash: false,
  created_time: moment('2026-01-15'),
  last_edited_time: moment('2026-11-20'),
})

const propertyId = (name: string) =>
  name === 'Title' ? 'title' : createHash('sha256').update(name).digest('hex').slice(0, 4)

function propertiesOf(sample: Sample): Record<string, object> {
  const text = (value: string | undefined) => (value === undefined ? [] : [run(value)])
  const day = (value: string | undefined) => (value === undefined ? null : { start: value, end: null, time_zone: null })
  const values: Record<keyof typeof kinds, unknown> = {
    Title: text(sample.title),
    Slug: text(sample.slug),
    Description: text(sample.description),
    Answer: text(sample.answer),
    Tags: sample.tags.map((name) => ({ id: propertyId(name), name, color: 'default' })),
    Written: day(sample.written),
    Reviewed: day(sample.reviewed),
    Published: sample.published,
    'Code injection footer': text(sample.codeInjectionFooter),
  }
  return Object.fromEntries(
    Object.entries(kinds).map(([name, type]) => [
      name,
      { id: propertyId(name), type, [type]: values[name as keyof typeof kinds] },
    ]),
  )
}

export const pageWire = (desk: Desk, sample: Sample) =>
  ({
    object: 'page',
    id: sample.id,
    created_time: moment(sample.written),
    last_edited_time: moment(sample.reviewed ?? sample.written),
    created_by: writer,
    last_edited_by: writer,
    cover: { type: 'file', file: fileWire(desk, sample.cover) },
    icon: null,
    parent: { type: 'data_source_id', data_source_id: dataSourceId, database_id: desk.settings.notion.databaseId },
    in_trash: false,
    archived: false,
    is_archived: false,
    is_locked: false,
    properties: propertiesOf(sample),
    url: `https://www.notion.so/${sample.id.replaceAll('-', '')}`,
    public_url: null,
  }) satisfies Omit<PageObjectResponse, 'properties'> & { properties: object }

type Placed = { id: string; draft: Draft; sample: Sample; parent: string }

/** A block's id follows from where it stands, so that it is the same at every start. */
function idOf(parent: string, index: number): string {
  const hex = createHash('sha256').update(`${parent}/${index}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

function* place(sample: Sample, parent: string, drafts: Draft[]): Generator<Placed> {
  for (const [index, draft] of drafts.entries()) {
    const id = idOf(parent, index)
    yield { id, draft, sample, parent }
    yield* place(sample, id, draft.children ?? [])
  }
}

const placed = samples.flatMap((sample) => [...place(sample, sample.id, sample.blocks)])

export const findBlock = (id: string) => placed.find((block) => block.id === id)

/** Null when there is neither a page nor a block of that id. */
export function childrenOf(id: string): Placed[] | null {
  if (!samples.some((sample) => sample.id === id) && !findBlock(id)) return null
  return placed.filter((block) => block.parent === id)
}

export function blockWire(desk: Desk, { id, draft, sample, parent }: Placed) {
  const { file, ...value } = draft.value as { file?: { name: string } }
  return {
    object: 'block',
    id,
    parent: parent === sample.id ? { type: 'page_id', page_id: parent } : { type: 'block_id', block_id: parent },
    created_time: moment(sample.written),
    last_edited_time: moment(sample.written),
    created_by: writer,
    last_edited_by: writer,
    has_children: (draft.children ?? []).length > 0,
    in_trash: false,
    archived: false,
    type: draft.type,
    [draft.type]: file ? { ...value, file: fileWire(desk, file.name) } : value,
  }
}
