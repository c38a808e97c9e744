/**
 * Starts the site in its image, where there is no next.config.ts: Next is handed the settings that the build
 * has written down, as the server of its own standalone output does it.
 */
import { readFileSync } from 'node:fs'

const { config } = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'))
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
await import('../.next/site.mjs')
