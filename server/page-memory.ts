/**
 * Next's own cache of rendered pages, in memory. Pages that were rendered while building know
 * neither `SITE_ORIGIN` nor anything else that is read when the process starts, and a build is
 * shared by processes on different addresses: so each process renders a page at its first request,
 * keeps it, and never writes it where one with other settings would read it.
 */
import { createRequire } from 'node:module'
import type Base from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import type * as Tags from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js'
import { shared } from './publishings.ts'

export type Options = ConstructorParameters<typeof Base>[0]
export type Get = Parameters<Base['get']>
export type Set = Parameters<Base['set']>

// CommonJS files with a default export, which an import of Node's would wrap once more.
const load = createRequire(import.meta.url)
const folder = 'next/dist/server/lib/incremental-cache'
const { default: FileSystemCache } = load(`${folder}/file-system-cache.js`) as { default: typeof Base }
const { areTagsExpired } = load(`${folder}/tags-manifest.external.js`) as typeof Tags

/** While building there is nothing to keep apart, and the pages must reach the disk. */
const building = process.env.NEXT_PHASE === 'phase-production-build'

/** The tags of what is to be kept, by which it is thrown away. */
export function tagsOf(value: Set[1], context: Set[2]): string[] {
  if (value?.kind === 'FETCH') return ('tags' in context && context.tags) || []
  const header = value && 'headers' in value ? value.headers?.['x-next-cache-tags'] : undefined
  return typeof header === 'string' ? header.split(',') : []
}

/** The page about missing pages, of which there is one; Next writes the kind of an entry before its path. */
const missingPage = /(?:^|\/\$)\/_not-found$/

/** Whether it says that there is nothing at an address: anybody can make up any number of those. */
export const isAboutNothing = (key: string, value: Set[1]): boolean =>
  !building && !missingPage.test(key) && value !== null && 'status' in value && value.status === 404

export class PageMemory extends FileSystemCache {
  /** Next makes one for each request, before anything is rendered: what is kept is at least as new. Milliseconds. */
  protected readonly since = Date.now()

  constructor(options: Options) {
    super(building ? options : { ...options, flushToDisk: false, serverDistDir: '/nonexistent/pages-of-the-build' })
  }

  /** What was still being rendered when its tag was revalidated is not kept: it may be from before. */
  override async set(...[key, value, context]: Set): Promise<void> {
    if (!building && areTagsExpired(tagsOf(value, context), this.since)) return
    if (isAboutNothing(key, value) && !(await this.isStored(key, value))) return
    await super.set(key, value, context)
  }

  /** Whether something is stored that this takes the place of, such as a post that was withdrawn. */
  protected async isStored(key: string, value: Set[1]): Promise<boolean> {
    return (
      value !== null && (await this.get(key, { kind: value.kind, isFallback: false } as unknown as Get[1])) !== null
    )
  }

  /** From here on nothing that was made before is answered from memory. */
  override async revalidateTag(...given: Parameters<Base['revalidateTag']>): Promise<void> {
    await super.revalidateTag(...given)
    shared.contentRevision += 1
  }
}
