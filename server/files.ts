/**
 * Files: those of the build, which never change under their names and are compressed already, and the open ones, which
 * may change.
 */
import { readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import Negotiator from 'negotiator'
import send, { type SendOptions } from 'send'
import { encodedAs, fileTypes } from '@/lib/built-files'
import type { Handler } from './inner-request'

const prefix = '/_next/static/'

const yearMs = 31_536_000_000

/** Names of all files within a folder, with `/` between their parts; none where there is no such folder. */
export function namesIn(folder: string): Set<string> {
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

/** A file is read, and nothing else; asked for more, Next fails. */
export function refuseMethod(response: ServerResponse): void {
  response.statusCode = 405
  response.setHeader('Allow', 'GET, HEAD')
  response.end()
}

/** The file, a part of it, or what is wrong with what was asked for. */
function sendFile(request: IncomingMessage, response: ServerResponse, name: string, how: SendOptions): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    send(request, name, { index: false, ...how }).pipe(response)
  })
}

/**
 * How much each file of the build is on the line: Brotli where it has that form, in bytes; 0 for what is not there.
 * @param folder what is served at `/_next/static/`
 */
export function builtSizes(folder: string): (address: string) => number {
  const sizeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.size
  return (address) => {
    const name = address.slice(prefix.length)
    return sizeOf(`${name}.br`) ?? sizeOf(name) ?? 0
  }
}

type Folders = {
  /** What is served at `/_next/static/`. */
  built: string
  /** What is served at `/`. */
  open: string
}

/** Answers for files; for everything else it asks `next`, which knows those of other builds. */
export function builtFiles({ built: folder, open }: Folders, next: Handler): Handler {
  const names = namesIn(folder)
  const openNames = namesIn(open)
  return async function files(request, response) {
    const [path = ''] = (request.url ?? '').split('?')
    const name = path.slice(prefix.length)
    const isOne = path.startsWith(prefix) && names.has(name)
    const isOpen = openNames.has(path.slice(1))
    if ((isOne || isOpen) && request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(response)
    // Also what an app is told of at `/.well-known/`.
    if (isOpen) return sendFile(request, response, path.slice(1), { root: open, dotfiles: 'allow' })
    if (!isOne) {
      // Next knows an open file by more addresses than this one, and answers 500 to a part that it does not have.
      delete request.headers.range
      return next(request, response)
    }
    const kinds = encodedAs.filter(({ ending }) => names.has(name + ending))
    const accepted = new Negotiator(request).encodings([...kinds.map(({ encoding }) => encoding), 'identity'])
    const kind = kinds.find(({ encoding }) => accepted.includes(encoding))
    response.setHeader('Content-Type', fileTypes[extname(name)] ?? 'application/octet-stream')
    if (kinds.length > 0) response.setHeader('Vary', 'Accept-Encoding')
    if (kind) response.setHeader('Content-Encoding', kind.encoding)
    await sendFile(request, response, name + (kind?.ending ?? ''), { root: folder, immutable: true, maxAge: yearMs })
  }
}
