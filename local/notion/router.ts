import express, { type Request, type RequestHandler, type Router } from 'express'
import type { Desk } from '@/local/vendors/context'
import { findRoute, parseForm } from '@/local/vendors/routing'
import { runQuery } from './query'
import { blockWire, databaseWire, dataSourceId, dataSourceWire, faultBody, pageWire, Refusal, type Shelf } from './wire'
import { notionControls } from './control'
import { fileRoutes, openFiles } from './files'
import { openLibrary } from './library'

type Call = Shelf & { id: string; request: Request }

/** An answer may carry fewer entries than were asked for; few here, so that asking on is always exercised. */
const mostPages = 4
const mostBlocks = 15

/** Ids come with hyphens or without. */
const dashed = (id: string) => id.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const missing = (what: string, id: string) =>
  new Refusal(
    404,
    'object_not_found',
    `Could not find ${what} with ID: ${id}. Make sure it is shared with your integration.`,
  )

function listWire(results: object[], all: object[], cursor: string | undefined, size: number, type: string): object {
  const start = cursor === undefined ? 0 : all.findIndex((one) => 'id' in one && one.id === cursor)
  if (start < 0) throw new Refusal(400, 'validation_error', `The start_cursor provided is invalid: ${cursor}`)
  const next = all[start + size]
  return {
    object: 'list',
    results: results.slice(start, start + size),
    next_cursor: next && 'id' in next ? next.id : null,
    has_more: next !== undefined,
    type,
    [type]: {},
    request_id: crypto.randomUUID(),
  }
}

function queryDataSource({ id, request, ...shelf }: Call): object {
  if (id !== dataSourceId) throw missing('data source', id)
  const { found, page } = runQuery(shelf.library.pages(), request.body)
  const wires = found.map((one) => pageWire(shelf, one))
  return listWire(wires, found, page.start_cursor, Math.min(page.page_size, mostPages), 'page_or_data_source')
}

function listChildren({ id, request, ...shelf }: Call): object {
  const children = shelf.library.inside(id)
  if (!children) throw missing('block', id)
  const query = parseForm(new URL(request.originalUrl, 'http://localhost').search)
  const size = Number(query.page_size ?? 100)
  if (!Number.isInteger(size) || size < 1 || size > 100) {
    throw new Refusal(400, 'validation_error', 'page_size should be a number from 1 to 100.')
  }
  const cursor = typeof query.start_cursor === 'string' ? query.start_cursor : undefined
  const wires = children.map((child) => blockWire(shelf, child))
  return listWire(wires, children, cursor, Math.min(size, mostBlocks), 'block')
}

const routes: Record<string, (call: Call) => object> = {
  'GET /v1/databases/:id': ({ id, ...shelf }) => {
    if (id !== dashed(shelf.desk.settings.notion.databaseId)) throw missing('database', id)
    return databaseWire(shelf)
  },
  'GET /v1/data_sources/:id': ({ id, ...shelf }) => {
    if (id !== dataSourceId) throw missing('data source', id)
    return dataSourceWire(shelf)
  },
  'POST /v1/data_sources/:id/query': queryDataSource,
  'GET /v1/pages/:id': ({ id, ...shelf }) => {
    const page = shelf.library.page(id)
    if (!page) throw missing('page', id)
    return pageWire(shelf, page)
  },
  'GET /v1/blocks/:id': ({ id, ...shelf }) => {
    const block = shelf.library.block(id)
    if (!block) throw missing('block', id)
    return blockWire(shelf, block)
  },
  'GET /v1/blocks/:id/children': listChildren,
}

/** The parts of `/v1` that are Notion's; all else there is Stripe's. */
export const notionPaths = /^\/v1\/(databases|data_sources|pages|blocks|users|search|comments|file_uploads)(\/|$)/

/** Notion's API, read only. */
function api(shelf: Shelf): RequestHandler[] {
  const { desk } = shelf
  return [
    express.json({ limit: '1mb' }),
    async (request, response) => {
      const query = parseForm(new URL(request.originalUrl, 'http://localhost').search)
      desk.calls.note('notion', request, request.path, query, request.body ?? {})
      try {
        if (request.get('authorization') !== `Bearer ${desk.settings.notion.token}`) {
          throw new Refusal(401, 'unauthorized', 'API token is invalid.')
        }
        if (!request.get('notion-version')) {
          throw new Refusal(400, 'missing_version', 'Notion-Version header should be set.')
        }
        if (await desk.faults.strike('notion', request, response, faultBody)) return
        const found = findRoute(routes, request.method, request.path)
        if (!found || found.id === null) throw new Refusal(400, 'invalid_request_url', 'Invalid request URL.')
        response.json(found.route({ ...shelf, id: dashed(found.id), request }))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        response.status(error.status).json(error.body)
      }
    },
  ]
}

/** All of Notion: its API, its store of files, and what may be turned at the stand-in. */
export function notionStandIn(desk: Desk): { api: Router; files: Router; controls: Router } {
  const shelf = { desk, library: openLibrary(desk.now), files: openFiles(desk) }
  return {
    api: express.Router().use(api(shelf)),
    files: fileRoutes(desk, shelf.files),
    controls: notionControls(shelf),
  }
}
