import { createHash } from 'node:crypto'
import { paragraph, type Draft } from './blocks'
import { type Sample, samples as originals } from './sample-posts'

/** How a block may be broken: data of a wrong form, nothing but its id, or contents that Notion does not show. */
type Break = 'form' | 'id-only' | 'contents'

/** A sample with the moment of its last edit, in Notion's form. */
export type Page = Sample & { edited: string }
export type Placed = { id: string; draft: Draft; page: Page; parent: string }
type Change = Partial<Omit<Sample, 'id' | 'cover'>> & { text?: string; picture?: string; trashed?: boolean }

/** What the stand-in's database holds at the moment. */
export type Library = ReturnType<typeof openLibrary>

export const dayStart = (day: string) => `${day}T09:00:00.000Z`

/** A block's id follows from where it stands, so that it is the same at every start. */
function idOf(parent: string, index: number): string {
  const hex = createHash('sha256').update(`${parent}/${index}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

function* place(page: Page, parent: string, drafts: Draft[]): Generator<Placed> {
  for (const [index, draft] of drafts.entries()) {
    const id = idOf(parent, index)
    yield { id, draft, page, parent }
    yield* place(page, id, draft.children ?? [])
  }
}

const begin = (): Page[] =>
  structuredClone(originals).map((sample) => ({ ...sample, edited: dayStart(sample.reviewed ?? sample.written) }))

/** Every picture of a page that Notion keeps becomes another file. */
function withPicture(drafts: Draft[], name: string): Draft[] {
  return drafts.map((draft) => {
    const children = draft.children && withPicture(draft.children, name)
    const value = 'file' in draft.value ? { ...draft.value, file: { name } } : draft.value
    return { ...draft, value, children }
  })
}

/**
 * The samples, as tests and people at the stand-in have changed them; a new start forgets the changes.
 * @param now seconds
 */
export function openLibrary(now: () => number) {
  let pages = begin()
  let placed = pages.flatMap((page) => [...place(page, page.id, page.blocks)])
  let isEmpty = false
  const broken = new Map<string, Break>()
  const trashed = new Set<string>()
  const index = () => {
    placed = pages.flatMap((page) => [...place(page, page.id, page.blocks)])
  }
  return {
    /** What a query finds at most. */
    pages: () => (isEmpty ? [] : [...pages]),
    page: (id: string) => pages.find((page) => page.id === id),
    bySlug: (slug: string) => pages.find((page) => page.slug === slug),
    block: (id: string) => placed.find((block) => block.id === id),
    isTrashed: (id: string) => trashed.has(id),
    breakOf: (id: string) => broken.get(id),
    named: (name: string) => placed.find(({ draft }) => draft.name === name)?.id,
    /** What a page or a block holds; null when there is neither of that id. */
    inside(id: string): Placed[] | null {
      if (!pages.some((page) => page.id === id) && !placed.some((block) => block.id === id)) return null
      return broken.get(id) === 'contents' ? null : placed.filter((block) => block.parent === id)
    },
    /** Changes a page as an editor would; `text` is a paragraph at its end. Times are rounded to the minute. */
    edit(page: Page, { text, picture, trashed: isTrashed, ...rest }: Change): void {
      Object.assign(page, rest, { edited: new Date(Math.floor(now() / 60) * 60_000).toISOString() })
      if (text !== undefined) page.blocks = [...page.blocks, paragraph(text)]
      if (picture !== undefined) page.blocks = withPicture(page.blocks, picture)
      if (isTrashed === true) trashed.add(page.id)
      if (isTrashed === false) trashed.delete(page.id)
      index()
    },
    /** Breaks a block that stands directly in a page, counted from 0. */
    breakBlock(page: Page, at: number, how: Break): void {
      broken.set(idOf(page.id, at), how)
    },
    setEmpty(value: boolean): void {
      isEmpty = value
    },
    /** Takes every change back. */
    reset(): void {
      pages = begin()
      isEmpty = false
      broken.clear()
      trashed.clear()
      index()
    },
  }
}
