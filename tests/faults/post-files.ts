/** A folder of posts that a test publishes into. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blogTags } from '@/lib/site'
import { commonTag, writeManyPosts } from '@/tests/setup/many-posts'

const otherTag = blogTags.at(-1) ?? commonTag

export function postFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-posts-'))
  writeManyPosts(folder, 3)
  return {
    folder,
    tag: commonTag,
    /** A tag whose list nobody has asked for yet. */
    otherTag,
    write: (slug: string) =>
      writeFileSync(
        join(folder, `${slug}.md`),
        `---\ntitle: About ${slug}\ndescription: D\ntags: [${commonTag}, ${otherTag}]\nwritten: 2026-06-01\n---\n\nWords.\n`,
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
