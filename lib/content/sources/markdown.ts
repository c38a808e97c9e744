import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { frontMatter } from '@/lib/content/content-files'
import { authors, type Draft, draftOf, postRecord, type PostRecord, type PostSource, slug } from '@/lib/content/record'
import { countWords } from '@/lib/content/reading-time'
import { refuseForeignMarkup } from '@/lib/content/render/foreign-markup'
import { minutesFor, renderMarkdown } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/report'
import { readText } from '@/lib/content/text-file'

/** `mark` is the file's size, times and inode. */
export type IndexEntry = {
  file: string
  mark: string
  slug: string
  record: PostRecord
  minutes: number
  picture?: string
}

const firstPicture = /!\[[^\]]*\]\((\/pictures\/[\w./-]+\.(?:jpe?g|png|webp|avif))\b/

/** Files read in parallel. */
const atOnce = 64

async function inTurns<T, R>(items: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(each))))
  }
  return results
}

async function read(folder: string, file: string, mark: string): Promise<IndexEntry> {
  const shown = path.join(folder, file)
  const name = slug.safeParse(file.slice(0, -'.md'.length))
  if (!name.success) throw new Error(`${shown}: the file’s name: ${name.error.issues[0]?.message}`)
  const { data, body } = frontMatter(shown, await readText(shown), postRecord)
  const picture = firstPicture.exec(body)?.[1]
  const minutes = minutesFor(countWords(body))
  return { file, mark, slug: name.data, record: data, minutes, ...(picture && { picture }) }
}

/**
 * Front matter of a folder's files. Unchanged files (size, times, inode) are not read again.
 * @param cache entries of the last call by file; it is updated
 * @param leaveOut called for each unreadable file; without it such a file throws
 */
export async function markdownIndex(
  folder: string,
  cache: Map<string, IndexEntry>,
  leaveOut?: (error: unknown) => void,
): Promise<IndexEntry[]> {
  // Hidden files belong to editors.
  const named = (await readdir(folder)).filter((file) => !file.startsWith('.')).toSorted()
  for (const file of named.filter((name) => /\.(mdx|markdown|mdown|mkd)$/i.test(name))) {
    const error = new Error(`${path.join(folder, file)}: it is not read; rename it so that it ends in “.md”.`)
    if (!leaveOut) throw error
    leaveOut(error)
  }
  const files = named.filter((file) => file.endsWith('.md'))
  const entries = await inTurns(files, async (file) => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path.join(folder, file))
    const mark = [size, mtimeMs, ctimeMs, ino].join(' ')
    const cached = cache.get(file)
    if (cached?.mark === mark) return cached
    return read(folder, file, mark).catch((error: unknown) => {
      if (!leaveOut) throw error
      leaveOut(error)
      return null
    })
  })
  const valid = entries.filter((entry) => entry !== null)
  cache.clear()
  for (const entry of valid) cache.set(entry.file, entry)
  return valid
}

/** Posts as Markdown files named by slug. An invalid file fails a build. */
export function markdownSource(folder: string): PostSource {
  const cache = new Map<string, IndexEntry>()

  async function drafts(leaveOut?: (error: unknown) => void): Promise<Draft[]> {
    const [entries, known] = await Promise.all([markdownIndex(folder, cache, leaveOut), authors()])
    return entries.flatMap(({ file, mark, slug, record, minutes, picture }) => {
      const author = known.get(record.author)
      if (author) return draftOf(file, slug, record, { author, minutes, version: mark, picture })
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
      const { body, bodyLine } = frontMatter(file, await readText(file), postRecord)
      try {
        refuseForeignMarkup(body, bodyLine)
        const { html, contents, answer, text } = await renderMarkdown(body, record.answer, { file, line: bodyLine })
        return { html, contents, answer, text, minutes: summary.minutes }
      } catch (error) {
        throw new Error(`${file}: ${reasonOf(error)}`, { cause: error })
      }
    },
  }
}
