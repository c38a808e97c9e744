import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { authors } from './authors'
import { frontMatter } from './front-matter'
import { markdownIndex } from './markdown-index'
import { draftOf, postRecord, type PostSource } from './record'
import { renderMarkdown } from './render'
import { reasonOf } from './report'

/** Posts as files of a folder: the name is the slug. A wrong file stops a build, with its name and the field. */
export function markdownSource(folder: string): PostSource {
  return {
    mayBeEmpty: true,
    async drafts() {
      const [entries, known] = await Promise.all([markdownIndex(folder), authors()])
      return entries.map(({ file, mark, slug, record, minutes }) => {
        const author = known.get(record.author)
        if (!author) {
          throw new Error(
            `${path.join(folder, file)}: author: expected one of ${[...known.keys()].join(', ')}, found “${record.author}”`,
          )
        }
        return draftOf(file, slug, record, { author, minutes, version: mark })
      })
    },
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
