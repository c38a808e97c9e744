import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stringify } from 'yaml'

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

/** A folder of posts, and a function that removes it. */
export async function postFolder(files: readonly PostFile[]): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'unhurried-posts-'))
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
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
