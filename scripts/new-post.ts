/** `npm run post:new -- "A title"` writes a draft to content/posts. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { reasonOf } from '@/lib/content/report'
import { paths } from '@/lib/site'
import { draftPost } from './post-draft'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { slug: { type: 'string' }, tag: { type: 'string' } },
  })
  const today = new Date().toISOString().slice(0, 10)
  const { slug, text } = draftPost(positionals.join(' '), today, values)
  const file = `content/posts/${slug}.md`
  await writeFile(file, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${file} is there already. Give another one with --slug.`) : error
  })
  console.log(`${file} is a draft: nobody sees it at ${paths.post(slug)} yet.`)
  console.log('Look at it while `npm run local` runs, which says the address of previews, with its slug behind it.')
  console.log('Take the line “draft: true” out to publish it.')
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
