import { dirname, join } from 'node:path'

/** The checkout's own folder: every path of the local stack starts here, wherever it was called from. */
export const root = dirname(import.meta.dirname)

/** The emulators' project. The `demo-` prefix keeps vendors' tools from ever reaching a real one. */
export const projectId = 'demo-unhurried'

/** The site's own process, as the build leaves it. */
export const siteProgram = join(root, '.next/site.mjs')
