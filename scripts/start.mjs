/** `npm start`: the built server, in this process, so that signals reach it. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const server = resolve('.next/site.mjs')
if (existsSync(server)) await import(pathToFileURL(server).href)
else {
  console.error('Nothing is built yet: npm run build')
  process.exitCode = 1
}
