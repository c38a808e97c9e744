/** Shows the sources in stacks of built files, by the maps beside them (`serverSourceMaps` in `next.config.ts`). */
import 'server-only'
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { LRUCache } from 'lru-cache'

type Known = { map: SourceMap | null }

/** A map can have some megabytes, and errors are rare. */
const maps = new LRUCache<string, Known>({ max: 8 })

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known) return known.map
  let map: SourceMap | null = null
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    // Most files have no map.
  }
  maps.set(file, { map })
  return map
}

/** Replaces the positions of built files in a stack by those of their sources. */
export function mapStack(stack: string): string {
  return stack.replace(
    /(?<=[( ])(?:file:\/\/)?(\/[^\s()]+\.m?js):(\d+):(\d+)/g,
    (found, file: string, line: string, column: string) => {
      const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
      if (!origin || !('fileName' in origin)) return found
      return `${origin.fileName.replace(/^(?:.*\[project\]\/|(?:\.\.\/)+)/, '')}:${origin.lineNumber}:${origin.columnNumber}`
    },
  )
}
