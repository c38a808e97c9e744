/**
 * What Next is given as its cache of rendered pages: memory, or with `REDIS_URL` what the processes of one
 * build share. Next loads this file as it stands, by Node's type stripping; a build never connects,
 * and development keeps no pages.
 */
import { PageMemory } from './page-memory.ts'

const { REDIS_URL, NEXT_PHASE, NODE_ENV } = process.env
const isShared = REDIS_URL?.trim() && NEXT_PHASE !== 'phase-production-build' && NODE_ENV !== 'development'

/** Bundled, with all that it needs, by `build.ts`. */
const bundle = new URL('../.next/shared-pages.mjs', import.meta.url).href

export default isShared ? ((await import(bundle)) as { default: typeof PageMemory }).default : PageMemory
