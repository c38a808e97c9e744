/** Files of the build: they never change under their names, and the build has compressed them already. */
import { readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import Negotiator from 'negotiator'
import send from 'send'
import { encodedAs, fileTypes } from '@/lib/built-files'
import type { Handler } from './inner-request'

const prefix = '/_next/static/'

const yearMs = 31_536_000_000

/** Names of all files within a folder, with `/` between their parts; none where there is no such folder. */
function namesIn(folder: string): Set<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Set(
      entries.map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(folder.length + 1)
          .replaceAll(sep, '/'),
      ),
    )
  } catch {
    return new Set()
  }
}

/**
 * Answers for files of the build; for everything else it asks `next`, which knows the files of other builds.
 * @param folder what is served at `/_next/static/`
 */
export function builtFiles(folder: string, next: Handler): Handler {
  const names = namesIn(folder)
  return async function files(request, response) {
    const { url = '', method } = request
    const name = url.slice(prefix.length).split('?')[0] ?? ''
    const isOne = url.startsWith(prefix) && names.has(name) && (method === 'GET' || method === 'HEAD')
    if (!isOne) return next(request, response)
    const kinds = encodedAs.filter(({ ending }) => names.has(name + ending))
    const accepted = new Negotiator(request).encodings([...kinds.map(({ encoding }) => encoding), 'identity'])
    const kind = kinds.find(({ encoding }) => accepted.includes(encoding))
    response.setHeader('Content-Type', fileTypes[extname(name)] ?? 'application/octet-stream')
    if (kinds.length > 0) response.setHeader('Vary', 'Accept-Encoding')
    if (kind) response.setHeader('Content-Encoding', kind.encoding)
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      send(request, name + (kind?.ending ?? ''), { root: folder, immutable: true, maxAge: yearMs, index: false }).pipe(
        response,
      )
    })
  }
}
