/** What page and worker say to each other about posts that are kept on a device. */

export type KeptPost = {
  slug: string
  title: string
  /** Of the page and all that it needs, as it lies there. */
  bytes: number
  /** Pixels that a picture may be wide on this device. */
  width: number
  /** Key of the page in the cache: another one each time it is renewed. */
  page: string
  /** Keys of the page and of all that it needs. */
  files: string[]
}

/** The list in the cache. What it does not name is swept away. */
export type KeptList = { posts: KeptPost[]; standIn: Pick<KeptPost, 'page' | 'files'> | null }

export type KeepOrder =
  { order: 'keep'; slug: string; title: string; width: number } | { order: 'remove'; slug: string }

/** Why a post could not be kept: the device has no room, the page did not load, or it is not published. */
export type KeepFailure = 'full' | 'load' | 'draft'
export type KeepAnswer = { failure: KeepFailure | null }

/** What the worker tells every open page when the list has changed. */
export const keptChanged = 'kept-changed'
