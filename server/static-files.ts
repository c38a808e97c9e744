/** Serves the build's immutable, compressed files, and those of `public/`, which may change. */
import { readdirSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import Negotiator from 'negotiator'
import send, { type SendOptions } from 'send'
import { encodings, fileTypes } from '@/lib/built-files'
import { shared } from '@/lib/process-state'
import { decodePath } from './addresses'
import { closedPolicy } from './csp'

const prefix = '/_next/static/'
const yearMs = 31_536_000_000

function namesIn(folder: string): Set<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const relative = (file: string) => file.slice(folder.length + 1).replaceAll(sep, '/')
    return new Set(entries.map(({ parentPath, name }) => relative(join(parentPath, name))))
  } catch {
    return new Set()
  }
}

export function refuseMethod(response: ServerResponse): void {
  response.statusCode = 405
  response.setHeader('Allow', 'GET, HEAD')
  response.end()
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  options: SendOptions,
): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve)
    send(request, name, { index: false, ...options }).pipe(response)
  })
}

function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(request.method === 'HEAD' ? undefined : text)
}

async function sendStoredFile(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Content-Security-Policy', closedPolicy)
  let body: Buffer | null | undefined
  try {
    body = await shared.readStoredFile?.(name)
  } catch {
    response.setHeader('Retry-After', '5')
    return sendText(request, response, 503, 'This file cannot be read at the moment.')
  }
  if (!body) return sendText(request, response, 404, 'There is nothing at this address.')
  // On a script, it would apply to its worker.
  if (extname(name) !== '.json') response.removeHeader('Content-Security-Policy')
  response.setHeader('Content-Type', fileTypes[extname(name)] ?? 'application/octet-stream')
  response.setHeader('Cache-Control', `public, max-age=${yearMs / 1000}, immutable`)
  response.setHeader('Content-Length', body.byteLength)
  response.end(request.method === 'HEAD' ? undefined : body)
}

type Folders = {
  builtFolder: string
  publicFolder: string
}

export function staticFiles({ builtFolder, publicFolder }: Folders) {
  const builtNames = namesIn(builtFolder)
  const publicNames = namesIn(publicFolder)

  function sendBuilt(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const variants = encodings.filter(({ extension: ending }) => builtNames.has(name + ending))
    const accepted = new Negotiator(request).encodings([...variants.map(({ encoding }) => encoding), 'identity'])
    const variant = variants.find(({ encoding }) => accepted.includes(encoding))
    response.setHeader('Content-Type', fileTypes[extname(name)] ?? 'application/octet-stream')
    if (variants.length > 0) response.setHeader('Vary', 'Accept-Encoding')
    if (variant) response.setHeader('Content-Encoding', variant.encoding)
    return sendFile(request, response, name + (variant?.extension ?? ''), {
      root: builtFolder,
      immutable: true,
      maxAge: yearMs,
    })
  }

  return {
    isPublicFile: (name: string): boolean => publicNames.has(name),
    /** Bytes as sent. */
    sizeOf(address: string): number {
      const name = address.slice(prefix.length)
      const bytesOf = (file: string) => statSync(join(builtFolder, file), { throwIfNoEntry: false })?.size
      return bytesOf(`${name}.br`) ?? bytesOf(name) ?? 0
    },
    /** @returns whether the address is a file's and was answered */
    async send(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      const [path = ''] = (request.url ?? '').split('?')
      const isPublicFile = publicNames.has(path.slice(1))
      const name = path.startsWith(prefix) ? decodePath(path.slice(prefix.length)) : null
      if (!isPublicFile && !name) return false
      if (request.method !== 'GET' && request.method !== 'HEAD') refuseMethod(response)
      else if (isPublicFile) await sendFile(request, response, path.slice(1), { root: publicFolder, dotfiles: 'allow' })
      else if (name && builtNames.has(name)) await sendBuilt(request, response, name)
      else if (name) await sendStoredFile(request, response, name)
      return true
    },
  }
}
