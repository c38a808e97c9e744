import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { authors } from '@/lib/content/authors'
import { frontMatter } from '@/lib/content/front-matter'
import { markdownIndex } from './index-of-posts'
import { draftOf, postRecord, type Draft, type PostSource } from '@/lib/content/record'
import { renderMarkdown } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/report'

/** Posts as files of a folder: the name is the slug. A wrong file stops a build, with its name and the field. */
export function markdownSource(folder: string): PostSource {
  async function drafts(leaveOut?: (error: unknown) => void): Promise<Draft[]> {
    const [entries, known] = await Promise.all([markdownIndex(folder, undefined, leaveOut), authors()])
    return entries.flatMap(({ file, mark, slug, record, minutes }) => {
      const author = known.get(record.author)
      if (author) return draftOf(file, slug, record, { author, minutes, version: mark })
      const error = new Error(
        `${path.join(folder, file)}: author: expected one of ${[...known.keys()].join(', ')}, found “${record.author}”`,
      )
      if (!leaveOut) throw error
      leaveOut(error)
      return []
    })
  }
  return {
    mayBeEmpty: true,
    drafts: () => drafts(),
    readable: () => drafts((error) => report('post left out: its file is wrong', { because: reasonOf(error) })),
    async body({ key, summary, record }) {
      const file = path.join(folder, key)
      const { body } = frontMatter(file, await readFile(file, 'utf8'), postRecord)
      const { html, contents, answer } = await renderMarkdown(body, record.answer).catch((error: unknown) => {
        throw new Error(`${file}: ${reasonOf(error)}`, { cause: error })
      })
      return { html, contents, answer, minutes: summary.minutes }
    },
  }
}
