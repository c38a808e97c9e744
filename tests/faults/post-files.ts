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
  let count = 0
  return {
    folder,
    tag: commonTag,
    /** A tag whose list nobody has asked for yet. */
    otherTag,
    /** Each a day after the one before, so that it stands first in lists that are cut. */
    write(slug: string) {
      const written = new Date(Date.UTC(2026, 5, 1 + count++)).toISOString().slice(0, 10)
      writeFileSync(
        join(folder, `${slug}.md`),
        `---\ntitle: About ${slug}\ndescription: D\ntags: [${commonTag}, ${otherTag}]\nwritten: ${written}\n---\n\nWords.\n`,
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
