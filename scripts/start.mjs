/** `npm start`: the built server, in this process. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// npm signals only its shell, and some shells end without forwarding the signal.
const parent = process.ppid
const timer = setInterval(() => {
  if (process.env.npm_lifecycle_event === undefined || process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, 200).unref()

const server = resolve('.next/site.mjs')
if (existsSync(server)) await import(pathToFileURL(server).href)
else {
  console.error('No build found. Run `npm run build` first.')
  process.exitCode = 1
}
