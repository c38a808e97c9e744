/**
 * What Next is given as its cache of rendered pages: memory, or with `REDIS_URL` what the processes of one
 * build share. Next loads this file as it stands, by Node's type stripping, and a build never connects.
 */
import { PageMemory } from './page-memory.ts'

const isShared = process.env.REDIS_URL?.trim() && process.env.NEXT_PHASE !== 'phase-production-build'

/** Bundled, with all that it needs, by `build.ts`. */
const bundle = new URL('../.next/shared-pages.mjs', import.meta.url).href

export default isShared ? ((await import(bundle)) as { default: typeof PageMemory }).default : PageMemory
