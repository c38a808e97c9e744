import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

export type PostFile = {
  slug: string
  title?: string
  description?: string
  tags?: string[]
  written?: string
  reviewed?: string
  author?: string
  answer?: string
  draft?: boolean
  body?: string
}

/** Creates a folder of posts. */
export async function postFolder(files: readonly PostFile[]): Promise<string> {
  const folder = temporaryFolder('posts')
  for (const { slug, body = 'Words.', ...front } of files) {
    const data = {
      title: `Title of ${slug}`,
      description: `About ${slug}.`,
      tags: ['posts'],
      written: '2026-01-01',
      ...front,
    }
    await writeFile(path.join(folder, `${slug}.md`), `---\n${stringify(data)}---\n\n${body}\n`)
  }
  return folder
}
