import express, { type Router } from 'express'
import * as z from 'zod'
import { blogTags } from '@/lib/site'
import { localPagesOnly } from '@/local/vendors/routing'
import type { Draft } from './blocks'
import type { Files } from './files'
import type { Library, Page } from './library'

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
const breaking = z.strictObject({
  page,
  block: z.int().min(0).default(1),
  how: z.enum(['form', 'id-only', 'contents']).default('form'),
})
const status = z.strictObject({ status: z.int().min(400).max(599).nullable() })

type Shelf = { library: Library; files: Files }
type Control = (shelf: Shelf, body: unknown) => void

function pageOf(library: Library, slug: string): Page {
  const found = library.bySlug(slug)
  if (!found) throw new Error(`There is no page with the slug ${slug}.`)
  return found
}

/** What tests and the demonstration may bring about; pages are named by their slug. */
const controls: Record<string, Control> = {
  /** Changes a page as an editor would. */
  edit({ library }, body) {
    const { page: slug, ...change } = edit.parse(body)
    library.edit(pageOf(library, slug), change)
  },
  /** Breaks a block that stands directly in a page. */
  break({ library }, body) {
    const { page: slug, block: at, how } = breaking.parse(body)
    library.breakBlock(pageOf(library, slug), at, how)
  },
  /** Lets every query find nothing, or again what there is. */
  empty({ library }, body) {
    library.setEmpty(z.strictObject({ empty: z.boolean().default(true) }).parse(body).empty)
  },
  /** How many seconds the addresses of files made from now on live. */
  'file-life'({ files }, body) {
    files.setLife(z.strictObject({ seconds: z.int() }).parse(body).seconds)
  },
  /** Ends every address of a file that was ever given. */
  'expire-files'({ files }) {
    files.expire()
  },
  /** Lets the store of files answer with a status, or again with files. */
  'file-status'({ files }, body) {
    files.fail(status.parse(body).status)
  },
  /** Takes all of this back. */
  reset({ library, files }) {
    library.reset()
    files.reset()
  },
}

/** `POST /notion/control/<name>` with a JSON body: see the table of controls. */
export function notionControls(shelf: Shelf): Router {
  const router = express.Router()
  router.post('/notion/control/:name', localPagesOnly, express.json(), (request, response) => {
    const run = Object.entries(controls).find(([name]) => name === request.params.name)?.[1]
    if (!run) {
      response.status(404).json({ error: `There is ${Object.keys(controls).join(', ')}.` })
      return
    }
    try {
      run(shelf, request.body ?? {})
      response.json({ done: true })
    } catch (error) {
      const [issue] = error instanceof z.ZodError ? error.issues : []
      const because = issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : String(error)
      response.status(400).json({ error: because })
    }
  })
  return router
}
