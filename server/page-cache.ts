/**
 * Next's own cache of rendered pages, in memory only. Pages that were rendered while building know
 * neither `SITE_ORIGIN` nor anything else that is read when the process starts, and a build is
 * shared by processes on different addresses: so each process renders a page at its first request,
 * keeps it, and never writes it where another would read it.
 */
import { createRequire } from 'node:module'
import type Base from 'next/dist/server/lib/incremental-cache/file-system-cache.js'

type Options = ConstructorParameters<typeof Base>[0]

// A CommonJS file with a default export, which an import of Node's would wrap once more.
const { default: FileSystemCache } = createRequire(import.meta.url)(
  'next/dist/server/lib/incremental-cache/file-system-cache.js',
) as { default: typeof Base }

/** While building there is nothing to keep apart, and the pages must reach the disk. */
const building = process.env.NEXT_PHASE === 'phase-production-build'

export default class PageCache extends FileSystemCache {
  constructor(options: Options) {
    super(building ? options : { ...options, flushToDisk: false, serverDistDir: '/nonexistent/pages-of-the-build' })
  }
}
