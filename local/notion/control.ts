import express, { type Router } from 'express'
import * as z from 'zod'
import { blogTags } from '@/lib/site'
import { rejectCrossSite } from '@/local/vendors/routing'
import type { Draft } from './blocks'
import type { Files } from './files'
import type { Page, SampleDatabase } from './sample-database'

const page = z.string()
const block: z.ZodType<Draft> = z.lazy(() =>
  z.object({ type: z.string(), value: z.record(z.string(), z.unknown()), children: z.array(block).optional() }),
)

const edit = z.strictObject({
  page,
  title: z.string().optional(),
  slug: z.string().optional(),
  description: z.string().optional(),
  answer: z.string().optional(),
  author: z.string().optional(),
  written: z.string().optional(),
  tags: z.array(z.enum(blogTags)).optional(),
  keywords: z.array(z.string()).optional(),
  published: z.boolean().optional(),
  trashed: z.boolean().optional(),
  text: z.string().optional(),
  picture: z.string().optional(),
  blocks: z.array(block).optional(),
})
const breakInput = z.strictObject({
  page,
  block: z.int().min(0).default(1),
  how: z.enum(['form', 'id-only', 'contents']).default('form'),
})
const status = z.strictObject({ status: z.int().min(400).max(599).nullable() })

type NotionContext = { database: SampleDatabase; files: Files }
type Control = (notion: NotionContext, body: unknown) => void

function findPage(database: SampleDatabase, slug: string): Page {
  const found = database.bySlug(slug)
  if (!found) throw new Error(`There is no page with the slug ${slug}.`)
  return found
}

/** Pages are named by their slug. */
const controls: Record<string, Control> = {
  edit({ database }, body) {
    const { page: slug, ...change } = edit.parse(body)
    database.edit(findPage(database, slug), change)
  },
  /** Only blocks at the top level of a page. */
  break({ database }, body) {
    const { page: slug, block: at, how } = breakInput.parse(body)
    database.breakBlock(findPage(database, slug), at, how)
  },
  empty({ database }, body) {
    database.setEmpty(z.strictObject({ empty: z.boolean().default(true) }).parse(body).empty)
  },
  'file-life'({ files }, body) {
    files.setLife(z.strictObject({ seconds: z.int() }).parse(body).seconds)
  },
  'expire-files'({ files }) {
    files.expire()
  },
  'file-status'({ files }, body) {
    files.fail(status.parse(body).status)
  },
  reset({ database, files }) {
    database.reset()
    files.reset()
  },
}

/** `POST /notion/control/<name>` with a JSON body. */
export function notionControls(notion: NotionContext): Router {
  const router = express.Router()
  router.post('/notion/control/:name', rejectCrossSite, express.json(), (request, response) => {
    const run = Object.entries(controls).find(([name]) => name === request.params.name)?.[1]
    if (!run) {
      response.status(404).json({ error: `There is ${Object.keys(controls).join(', ')}.` })
      return
    }
    try {
      run(notion, request.body ?? {})
      response.json({ done: true })
    } catch (error) {
      const [issue] = error instanceof z.ZodError ? error.issues : []
      const because = issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : String(error)
      response.status(400).json({ error: because })
    }
  })
  return router
}
