import { createHash } from 'node:crypto'
import type { BlogTag } from '@/lib/site'
import originals from './sample-posts.json'

type Run = { text: string; href?: string; color?: string } & Partial<
  Record<'bold' | 'italic' | 'code' | 'strikethrough' | 'underline', true>
>
export type Text = string | (string | Run | { equation: string } | { day: string; until?: string })[]

/** A block with its words in short; `wire.ts` gives it Notion's form. */
export type Draft = {
  type: string
  text?: Text
  caption?: Text
  cells?: Text[]
  value?: { file?: { name: string }; copyOf?: string } & Record<string, unknown>
  children?: Draft[]
  /** Copies refer to a block by this name. */
  name?: string
}

export type Sample = {
  id: string
  title: string
  slug: string
  description: string
  tags: BlogTag[]
  keywords?: string[]
  written: string
  reviewed?: string
  answer?: string
  author?: string
  published: boolean
  codeInjectionFooter?: string
  cover: string
  blocks: Draft[]
}

/** A wrong shape, nothing but an id, or contents that Notion hides. */
export type Break = 'form' | 'id-only' | 'contents'

export type Page = Sample & { edited: string }
export type PlacedBlock = { id: string; draft: Draft; page: Page; parent: string }
export type Change = Partial<Omit<Sample, 'id' | 'cover'>> & { text?: string; picture?: string; trashed?: boolean }

export type SampleDatabase = ReturnType<typeof openSampleDatabase>

export const dayStart = (day: string) => `${day}T09:00:00.000Z`

/** Derived from the position, so that it is the same at every start. */
function idOf(parent: string, index: number): string {
  const hex = createHash('sha256').update(`${parent}/${index}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

function* placeBlocks(page: Page, parent: string, drafts: Draft[]): Generator<PlacedBlock> {
  for (const [index, draft] of drafts.entries()) {
    const id = idOf(parent, index)
    yield { id, draft, page, parent }
    yield* placeBlocks(page, id, draft.children ?? [])
  }
}

const createPages = (): Page[] =>
  structuredClone(originals as Sample[]).map((sample) => ({
    ...sample,
    edited: dayStart(sample.reviewed ?? sample.written),
  }))

function withPicture(drafts: Draft[], name: string): Draft[] {
  return drafts.map((draft) => {
    const children = draft.children && withPicture(draft.children, name)
    const value = draft.value?.file ? { ...draft.value, file: { name } } : draft.value
    return { ...draft, value, children }
  })
}

/** Sample posts with the changes made by tests and people; a new start forgets them. */
export function openSampleDatabase(now: () => number) {
  let pages = createPages()
  const brokenBlocks = new Map<string, Break>()
  const trashed = new Set<string>()
  const place = () => pages.flatMap((page) => [...placeBlocks(page, page.id, page.blocks)])
  let blocks = place()
  return {
    pages: () => [...pages],
    bySlug: (slug: string) => pages.find((page) => page.slug === slug),
    block: (id: string) => blocks.find((block) => block.id === id),
    isTrashed: (id: string) => trashed.has(id),
    breakOf: (id: string) => brokenBlocks.get(id),
    named: (name: string) => blocks.find(({ draft }) => draft.name === name)?.id,
    /** Null if there is no such page or block. */
    inside(id: string): PlacedBlock[] | null {
      if (!pages.some((page) => page.id === id) && !blocks.some((block) => block.id === id)) return null
      return brokenBlocks.get(id) === 'contents' ? null : blocks.filter((block) => block.parent === id)
    },
    /** `text` is appended as a paragraph. Like Notion, times are rounded to the minute. */
    edit(page: Page, { text, picture, trashed: isTrashed, ...rest }: Change): void {
      Object.assign(page, rest, { edited: new Date(Math.floor(now() / 60) * 60_000).toISOString() })
      if (text !== undefined) page.blocks = [...page.blocks, { type: 'paragraph', text }]
      if (picture !== undefined) page.blocks = withPicture(page.blocks, picture)
      if (isTrashed === true) trashed.add(page.id)
      if (isTrashed === false) trashed.delete(page.id)
      blocks = place()
    },
    breakBlock(page: Page, at: number, how: Break): void {
      brokenBlocks.set(idOf(page.id, at), how)
    },
    reset(): void {
      pages = createPages()
      brokenBlocks.clear()
      trashed.clear()
      blocks = place()
    },
  }
}
