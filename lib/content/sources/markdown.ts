import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseFrontMatter, readText } from '@/lib/content/content-files'
import {
  readAuthors,
  type Draft,
  createDraft,
  postRecord,
  type PostRecord,
  type PostSource,
  slug,
} from '@/lib/content/record'
import { countWords, minutesFor, renderMarkdown } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/report'

/** `fingerprint` is the file's size, times and inode. */
export type IndexEntry = {
  file: string
  fingerprint: string
  slug: string
  record: PostRecord
  minutes: number
  picture?: string
}

const firstPicture = /!\[[^\]]*\]\((\/pictures\/[\w./-]+\.(?:jpe?g|png|webp|avif))\b/

async function readEntry(folder: string, file: string, fingerprint: string): Promise<IndexEntry> {
  const filePath = path.join(folder, file)
  const name = slug.safeParse(file.slice(0, -'.md'.length))
  if (!name.success) throw new Error(`${filePath}: the file’s name: ${name.error.issues[0]?.message}`)
  const { data, body } = parseFrontMatter(filePath, await readText(filePath), postRecord)
  const picture = firstPicture.exec(body)?.[1]
  const minutes = minutesFor(countWords(body))
  return { file, fingerprint, slug: name.data, record: data, minutes, ...(picture && { picture }) }
}

/**
 * Front matter of a folder's files. Unchanged files (size, times, inode) are not read again.
 * @param cache entries of the last call by file; it is updated
 * @param onInvalid called for each unreadable file; without it such a file throws
 */
export async function readMarkdownIndex(
  folder: string,
  cache: Map<string, IndexEntry>,
  onInvalid?: (error: unknown) => void,
): Promise<IndexEntry[]> {
  // Hidden files belong to editors.
  const names = (await readdir(folder)).filter((file) => !file.startsWith('.')).toSorted()
  for (const file of names.filter((name) => /\.(mdx|markdown|mdown|mkd)$/i.test(name))) {
    const error = new Error(`${path.join(folder, file)}: it is not read; rename it so that it ends in “.md”.`)
    if (!onInvalid) throw error
    onInvalid(error)
  }
  const files = names.filter((file) => file.endsWith('.md'))
  const stats = await Promise.all(files.map((file) => stat(path.join(folder, file))))
  const valid: IndexEntry[] = []
  // One after the other, so that a process does not open too many files.
  for (const [index, { size, mtimeMs, ctimeMs, ino }] of stats.entries()) {
    const file = files[index] ?? ''
    const fingerprint = [size, mtimeMs, ctimeMs, ino].join(' ')
    const cached = cache.get(file)
    try {
      valid.push(cached?.fingerprint === fingerprint ? cached : await readEntry(folder, file, fingerprint))
    } catch (error) {
      if (!onInvalid) throw error
      onInvalid(error)
    }
  }
  cache.clear()
  for (const entry of valid) cache.set(entry.file, entry)
  return valid
}

/** Posts as Markdown files named by slug. An invalid file fails a build. */
export function markdownSource(folder: string): PostSource {
  const cache = new Map<string, IndexEntry>()

  async function readDrafts(onInvalid?: (error: unknown) => void): Promise<Draft[]> {
    const [entries, authorsBySlug] = await Promise.all([readMarkdownIndex(folder, cache, onInvalid), readAuthors()])
    return entries.flatMap(({ file, fingerprint, slug, record, minutes, picture }) => {
      const author = authorsBySlug.get(record.author)
      if (author) return createDraft(file, slug, record, { author, minutes, version: fingerprint, picture })
      const error = new Error(
        `${path.join(folder, file)}: author: expected one of ${[...authorsBySlug.keys()].join(', ')}, found “${record.author}”`,
      )
      if (!onInvalid) throw error
      onInvalid(error)
      return []
    })
  }
  return {
    mayBeEmpty: true,
    readDrafts: () => readDrafts(),
    readValidDrafts: () =>
      readDrafts((error) => report('post left out: its file is invalid', { reason: reasonOf(error) })),
    async readBody({ key, summary, record }) {
      const file = path.join(folder, key)
      const { body, bodyLine } = parseFrontMatter(file, await readText(file), postRecord)
      try {
        const { tree, contents, answer, text } = await renderMarkdown(body, record.answer, {
          file,
          line: bodyLine,
          lang: record.lang,
        })
        return { tree, contents, answer, text, minutes: summary.minutes }
      } catch (error) {
        // The answer is parsed above the text, so that its lines are not those of the file.
        const reason = reasonOf(error).replace(/^line (\d+)/, (place, line) =>
          Number(line) < bodyLine ? 'answer' : place,
        )
        throw new Error(`${file}: ${reason}`, { cause: error })
      }
    },
  }
}
