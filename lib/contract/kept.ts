/** Messages between the page and the service worker about saved posts. */

export type KeptPost = {
  slug: string
  title: string
  bytes: number
  width: number
  /** Cache key of the page, new for each version. */
  page: string
  files: string[]
}

/** Anything not listed is removed from the cache. */
export type KeptList = { posts: KeptPost[]; standIn: Pick<KeptPost, 'page' | 'files'> | null }

export type KeepOrder =
  { order: 'keep'; slug: string; title: string; width: number } | { order: 'remove'; slug: string }

export type KeepFailure = 'full' | 'load' | 'draft'
export type KeepAnswer = { failure: KeepFailure | null }

export const keptChanged = 'kept-changed'
