import { collectPaginatedAPI, isFullBlock, isHTTPResponseError, type BlockObjectResponse } from '@notionhq/client'
import type { Block } from './blocks'
import type { Notion } from './client'
import { reasonOf, report } from '@/lib/content/report'

/** How much of a page is read: levels of nesting, blocks in all, and milliseconds until no further call is begun. */
const most = { depth: 10, blocks: 3000, time: 40_000 }

/** Blocks with contents that are no part of the page. */
const closed = new Set(['child_page', 'child_database', 'link_to_page'])

/** `borrowed`: a part of the page is the copy of a block of another, and changes with that one. */
type Found = { blocks: Block[]; broken: number; borrowed: boolean }

/** A copy of a synced block shows what its original holds. */
function holderOf(block: BlockObjectResponse): string {
  return (block.type === 'synced_block' && block.synced_block?.synced_from?.block_id) || block.id
}

/** Whether Notion answered, and said that this block is not to be had. */
const isRefused = (error: unknown) => isHTTPResponseError(error) && [400, 403, 404].includes(error.status)

/**
 * All blocks of a page with what they hold. What Notion refuses to show of it is counted as broken and left out.
 * @throws what the client throws when the page itself is not to be had, or Notion does not answer
 */
export async function blocksOf({ client }: Notion, page: string): Promise<Found> {
  const until = Date.now() + most.time
  let left = most.blocks
  let broken = 0
  let borrowed = false
  const leftOut = (block: string, because: string) => report('notion blocks left out', { page, block, because })

  async function list(id: string) {
    if (Date.now() > until) throw new Error(`Notion took longer than ${most.time / 1000} s for one page.`)
    return collectPaginatedAPI(client.blocks.children.list, { block_id: id, page_size: 100 })
  }

  async function inside(block: BlockObjectResponse, depth: number): Promise<Block[]> {
    if (!block.has_children || closed.has(block.type)) return []
    if (depth >= most.depth) {
      leftOut(block.id, `nested deeper than ${most.depth} levels`)
      return []
    }
    const holder = holderOf(block)
    borrowed ||= holder !== block.id
    try {
      return await under(holder, depth)
    } catch (error) {
      if (!isRefused(error)) throw error
      broken += 1
      leftOut(block.id, reasonOf(error))
      return []
    }
  }

  async function under(id: string, depth: number): Promise<Block[]> {
    const all = await list(id)
    const taken = all.slice(0, left)
    left -= taken.length
    if (taken.length < all.length) leftOut(id, `more than ${most.blocks} blocks`)
    const full = taken.filter((block): block is BlockObjectResponse => isFullBlock(block) && !block.in_trash)
    const partial = taken.filter((block) => !isFullBlock(block))
    broken += partial.length
    for (const { id: block } of partial) leftOut(block, 'Notion told nothing but its id')
    return Promise.all(full.map(async (block) => ({ block, children: await inside(block, depth + 1) })))
  }

  const blocks = await under(page, 0)
  return { blocks, broken, borrowed }
}
