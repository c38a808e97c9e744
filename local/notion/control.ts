import express, { type Router } from 'express'
import type { BlogTag } from '@/lib/site'
import { rejectCrossSite } from '@/local/vendors/routing'
import type { Files } from './files'
import type { Break, Change, Page, SampleDatabase } from './sample-database'

type NotionContext = { database: SampleDatabase; files: Files }

/** The body of a control; a page is named by its slug. */
type Given = Change & {
  page: string
  tags?: BlogTag[]
  block?: number
  how?: Break
  seconds?: number
  status?: number | null
}

function findPage(database: SampleDatabase, slug: string): Page {
  const found = database.bySlug(slug)
  if (!found) throw new Error(`There is no page with the slug ${slug}.`)
  return found
}

const controls: Record<string, (notion: NotionContext, given: Given) => void> = {
  edit: ({ database }, { page, ...change }) => database.edit(findPage(database, page), change),
  /** Only blocks at the top level of a page. */
  break: ({ database }, { page, block = 1, how = 'form' }) => database.breakBlock(findPage(database, page), block, how),
  'file-life': ({ files }, { seconds = 0 }) => files.setLife(seconds),
  'expire-files': ({ files }) => files.expire(),
  'file-status': ({ files }, { status = null }) => files.fail(status),
  reset({ database, files }) {
    database.reset()
    files.reset()
  },
}

/** `POST /notion/control/<name>` with a JSON body. */
export const notionControls = (notion: NotionContext): Router =>
  express.Router().post('/notion/control/:name', rejectCrossSite, express.json(), ({ params, body }, response) => {
    try {
      const run = controls[String(params.name)]
      if (!run) throw new Error(`There is ${Object.keys(controls).join(', ')}.`)
      run(notion, (body ?? {}) as Given)
      response.json({ done: true })
    } catch (error) {
      response.status(400).json({ error: String(error) })
    }
  })
