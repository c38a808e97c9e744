import type { BlockObjectResponse } from '@notionhq/client'
import { imageSize } from 'image-size'
import { createHash } from 'node:crypto'
import { paths } from '@/lib/site'
import type { Block } from './blocks'
import { concurrencyLimit } from './rate-limited-fetch'
import { rememberPlace, type Measured, type Notion } from './client'
import { readFile, StoreFailure } from './file-store'
import { reasonOf, report } from '@/lib/content/report'

type Picture = { url: string; width: number; height: number }

type Found = {
  pictures: Map<string, Picture | null>
  files: string[]
  broken: number
}

const most = { time: 20_000, atOnce: 3 }

/** By file extension. SVG may contain scripts, so it is not included. */
export const kinds = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const
export type Ending = keyof typeof kinds
const isEnding = (text: string | undefined): text is Ending => text !== undefined && Object.hasOwn(kinds, text)

/** Null if unsupported or incomplete. */
export function measure(bytes: Buffer): Measured | null {
  try {
    const { width, height, type, orientation = 1 } = imageSize(bytes)
    if (!isEnding(type) || !(width > 0 && height > 0)) return null
    // EXIF orientations from 5 on are rotated by 90 degrees.
    return orientation < 5 ? { width, height, ending: type } : { width: height, height: width, ending: type }
  } catch {
    return null
  }
}

type Image = Extract<BlockObjectResponse, { type: 'image' }>
type Kept = { id: string; url: string; expires: string; mark: string }

const imagesIn = (blocks: Block[]): Image[] =>
  blocks.flatMap(({ block, children }) => [...(block.type === 'image' ? [block] : []), ...imagesIn(children)])

/** `mark` changes when the picture is replaced. Null for external pictures. */
function keptIn({ id, last_edited_time: edited, image }: Image): Kept | null {
  if (image?.type !== 'file') return null
  const { url, expiry_time: expires } = image.file
  const path = URL.parse(url)?.pathname ?? ''
  return { id, url, expires, mark: createHash('sha256').update(`${edited}\n${path}`).digest('hex').slice(0, 10) }
}

async function measured(notion: Notion, { id, url, mark }: Kept, signal: AbortSignal): Promise<Measured> {
  const key = `${id} ${mark}`
  const known = notion.measured.get(key)
  if (known) return known
  const bytes = await readFile(url, notion.ownOrigin, { signal, enough: (part) => measure(part) !== null })
  const found = measure(bytes)
  if (!found) throw new StoreFailure('The file is no picture of a kind that is shown here.', null, false)
  notion.measured.set(key, found)
  return found
}

/** Measures all pictures of a page. Temporary failures count as broken; unsupported pictures are null. */
export async function picturesOf(notion: Notion, page: string, blocks: Block[]): Promise<Found> {
  const signal = AbortSignal.timeout(most.time)
  const inTurn = concurrencyLimit(most.atOnce)
  const found: Found = { pictures: new Map(), files: [], broken: 0 }

  async function look(image: Image) {
    found.pictures.set(image.id, null)
    try {
      const kept = keptIn(image)
      if (!kept) return
      rememberPlace(notion, kept.id, kept.url, kept.expires)
      const { width, height, ending } = await measured(notion, kept, signal)
      const name = `${kept.id}-${kept.mark}.${ending}`
      notion.given.set(`${page}/${name}`, true)
      found.files.push(name)
      found.pictures.set(kept.id, { url: paths.blogFile(page, name), width, height })
    } catch (error) {
      const isPassing = !(error instanceof StoreFailure) || error.isPassing
      if (isPassing) found.broken += 1
      report('notion picture left out', { page, block: image.id, because: reasonOf(error) })
    }
  }

  await Promise.all(imagesIn(blocks).map((image) => inTurn(() => look(image))))
  return found
}
