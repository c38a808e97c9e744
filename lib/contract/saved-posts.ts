/** Messages between the page and the service worker about saved posts. */

export type SavedPost = {
  slug: string
  title: string
  bytes: number
  width: number
  /** Cache key of the page, new for each version. */
  page: string
  files: string[]
}

/** Anything not listed is removed from the cache. `standIn` is the offline page, shown for pages that are not saved. */
export type SavedPostsList = { posts: SavedPost[]; standIn: Pick<SavedPost, 'page' | 'files'> | null }

export type SavedPostsRequest =
  { order: 'keep'; slug: string; title: string; width: number } | { order: 'remove'; slug: string }

export type SaveFailure = 'full' | 'load' | 'draft'
export type SavedPostsResponse = { failure: SaveFailure | null }

export const savedPostsChanged = 'kept-changed'
