/** `npm run post:new -- "A title"` writes a draft to content/posts. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { reasonOf } from '@/lib/content/content-files'
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
    throw error.code === 'EEXIST' ? new Error(`${file} already exists. Choose another name with --slug.`) : error
  })
  console.log(`Created a draft: ${file}. It is not public at ${paths.post(slug)} yet.`)
  console.log('To preview it, run `npm run local` and add the slug to the preview address that it prints.')
  console.log('To publish it, remove the line “draft: true”.')
} catch (error) {
  console.error(reasonOf(error))
  process.exitCode = 1
}
