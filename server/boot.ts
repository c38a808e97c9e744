/** The first file of the site's process: from here on, what earlier ones have compiled is read and not compiled again. */
import './env-file'
import module from 'node:module'
import { join } from 'node:path'

/** Milliseconds after which what was compiled is written, so that a process that is killed has done it too. */
const settledMs = 5000

// Node.js 20 has no such cache.
module.enableCompileCache?.(join(process.cwd(), '.next/cache/compiled'))
await import(new URL('./server.mjs', import.meta.url).href)
setTimeout(() => module.flushCompileCache?.(), settledMs).unref()
