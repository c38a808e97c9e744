/** What a page requests, and how many bytes that is. */
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { htmlOf } from './served'

export const inGzip = (text: string): number => gzipSync(text, { level: 9 }).byteLength

/** Bytes (gzip) of all scripts of the smallest Next page (`bench/baseline`). */
export const scriptFloor = 134_904

export type PageRequest = { origin: string; path: string; type: string; isBeforeLoad: boolean }

/** Records the requests of a page from now on. */
export function watchRequests(page: Page): PageRequest[] {
  const requests: PageRequest[] = []
  let isLoaded = false
  page.once('load', () => (isLoaded = true))
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url())
    requests.push({ origin, path: pathname + search, type: request.resourceType(), isBeforeLoad: !isLoaded })
  })
  return requests
}

export const twice = (requests: PageRequest[]) =>
  requests.map(({ path }) => path).filter((path, index, all) => all.indexOf(path) !== index)

type File = { bytes: number; libraries: string[] }
const files = new Map<string, File>()

/** Texts that identify a library in a built file. */
const libraries = {
  widget: /mdl-js-button/,
  identity: /@firebase\//,
  identityCalls: /identitytoolkit\.googleapis\.com/,
  axios: /AxiosError/,
}

async function fileAt(path: string): Promise<File> {
  const text = await htmlOf(path)
  const found = Object.entries(libraries).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
  return { bytes: inGzip(text), libraries: found }
}

async function filesAt(paths: string[]): Promise<File[]> {
  return Promise.all(
    [...new Set(paths)].map(async (path) => {
      const file = files.get(path) ?? (await fileAt(path))
      files.set(path, file)
      return file
    }),
  )
}

/** Total bytes of the files, gzip. */
export const sentBytes = async (paths: string[]) => (await filesAt(paths)).reduce((sum, { bytes }) => sum + bytes, 0)

export const usedLibraries = async (paths: string[]) => (await filesAt(paths)).flatMap((file) => file.libraries)
