import type { QueryDataSourceParameters } from '@notionhq/client'
import express, { type Request, type RequestHandler, type Router } from 'express'
import type { Context } from '@/local/vendors/context'
import { findRoute } from '@/local/vendors/routing'
import {
  blockWire,
  databaseWire,
  dataSourceId,
  dataSourceWire,
  faultBody,
  pageWire,
  ApiError,
  type NotionContext,
} from './wire'
import { notionControls } from './control'
import { fileRoutes, openFiles } from './files'
import { openSampleDatabase } from './sample-database'

type Call = NotionContext & { id: string; request: Request }

/** Small pages, so that pagination is always exercised. */
const maxPages = 4
const maxBlocks = 15

const dashed = (id: string) => id.replaceAll('-', '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const notFound = (what: string, id: string) =>
  new ApiError(404, `Could not find ${what} with ID: ${id}. Make sure it is shared with your integration.`)

type Listed = { id: string }[]

function listWire(results: object[], all: Listed, cursor: unknown, size: number, type: string): object {
  const start = typeof cursor !== 'string' ? 0 : all.findIndex(({ id }) => id === cursor)
  if (start < 0) throw new ApiError(400, `The start_cursor provided is invalid: ${cursor}`)
  const next = all[start + size]
  return {
    object: 'list',
    results: results.slice(start, start + size),
    next_cursor: next?.id ?? null,
    has_more: next !== undefined,
    type,
    [type]: {},
    request_id: crypto.randomUUID(),
  }
}

function queryDataSource({ id, request, ...notion }: Call): object {
  if (id !== dataSourceId) throw notFound('data source', id)
  const { page_size: size = 100, start_cursor: cursor } = (request.body ?? {}) as QueryDataSourceParameters
  const oldestFirst = notion.database.pages().toSorted((a, b) => a.written.localeCompare(b.written))
  const wires = oldestFirst.map((page) => pageWire(notion, page))
  return listWire(wires, oldestFirst, cursor, Math.min(size, maxPages), 'page_or_data_source')
}

function listChildren({ id, request, ...notion }: Call): object {
  const children = notion.database.inside(id)
  if (!children) throw notFound('block', id)
  const { page_size: size = 100, start_cursor: cursor } = request.query
  const wires = children.map((child) => blockWire(notion, child))
  return listWire(wires, children, cursor, Math.min(Number(size), maxBlocks), 'block')
}

const routes: Record<string, (call: Call) => object> = {
  'GET /v1/databases/:id': ({ id, ...notion }) => {
    if (id !== dashed(notion.context.settings.notion.databaseId)) throw notFound('database', id)
    return databaseWire(notion)
  },
  'GET /v1/data_sources/:id': ({ id }) => {
    if (id !== dataSourceId) throw notFound('data source', id)
    return dataSourceWire()
  },
  'POST /v1/data_sources/:id/query': queryDataSource,
  'GET /v1/blocks/:id': ({ id, ...notion }) => {
    const block = notion.database.block(id)
    if (!block) throw notFound('block', id)
    return blockWire(notion, block)
  },
  'GET /v1/blocks/:id/children': listChildren,
}

/** Notion's part of `/v1`; the rest is Stripe's. */
export const notionPaths = /^\/v1\/(databases|data_sources|pages|blocks|users|search|comments|file_uploads)(\/|$)/

function api(notion: NotionContext): RequestHandler[] {
  const { context } = notion
  return [
    express.json({ limit: '1mb' }),
    async (request, response) => {
      context.calls.record('notion', request, request.path, request.query, request.body ?? {})
      try {
        if (request.get('authorization') !== `Bearer ${context.settings.notion.token}`) {
          throw new ApiError(401, 'API token is invalid.')
        }
        if (!request.get('notion-version')) {
          throw new ApiError(400, 'Notion-Version header should be set.')
        }
        if (await context.faults.apply('notion', request, response, faultBody)) return
        const found = findRoute(routes, request.method, request.path)
        if (!found) throw new ApiError(400, 'Invalid request URL.')
        response.json(found.route({ ...notion, id: dashed(found.id), request }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        response.status(error.status).json(error.body)
      }
    },
  ]
}

export function notionStandIn(context: Context): { api: Router; files: Router; controls: Router } {
  const notion = { context, database: openSampleDatabase(context.now), files: openFiles(context) }
  return {
    api: express.Router().use(api(notion)),
    files: fileRoutes(context, notion.files),
    controls: notionControls(notion),
  }
}
