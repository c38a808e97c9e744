import { dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname)

/** The `demo-` prefix keeps vendors' tools from reaching a real project. */
export const projectId = 'demo-unhurried'

export const siteProgram = join(root, '.next/site.mjs')
