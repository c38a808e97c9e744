import * as z from 'zod'
import type { Author } from '@/lib/contract/content'
import { copyFolder } from './pages/files'
import { slug } from './record'

const schema = z.strictObject({
  name: z.string().min(1),
  kind: z.enum(['organization', 'person']),
  description: z.string().min(1).max(300),
})

/** Who may answer for a post, by slug: the files of content/authors. */
export async function authors(): Promise<Map<string, Author>> {
  const files = await copyFolder('authors', schema)
  return new Map(
    files.map(({ file, data }) => {
      const name = slug.parse(file.slice('content/authors/'.length, -'.md'.length))
      return [name, { slug: name, ...data }]
    }),
  )
}
