import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Author } from '@/lib/contract/content'
import { parseFrontMatter, readText, reasonOf, report } from '@/lib/content/content-files'
import { createDraft, type Draft, postRecord, type PostSource, readAuthors, slug } from '@/lib/content/record'
import { countWords, minutesFor, renderMarkdown } from '@/lib/content/render/render'

/** A file as it was read last; an invalid one has the draft of its last valid version. */
type Entry = { fingerprint: string; draft?: Draft; error?: unknown }

const firstPicture = /!\[[^\]]*\]\((\/pictures\/[\w./-]+\.(?:jpe?g|png|webp|avif))\b/

type Authors = ReadonlyMap<string, Author>

async function readDraft(folder: string, file: string, version: string, authors: Authors): Promise<Draft> {
  const filePath = path.join(folder, file)
  const name = slug.safeParse(file.slice(0, -'.md'.length))
  if (!name.success) throw new Error(`${filePath}: the file’s name: ${name.error.issues[0]?.message}`)
  const { data, body } = parseFrontMatter(filePath, await readText(filePath), postRecord)
  const author = authors.get(data.author)
  if (!author)
    throw new Error(`${filePath}: author: expected one of ${[...authors.keys()].join(', ')}, found “${data.author}”`)
  const [, picture] = firstPicture.exec(body) ?? []
  return createDraft(file, name.data, data, { author, minutes: minutesFor(countWords(body)), version, picture })
}

/** Posts as Markdown files named by slug. Unchanged files (size, times, inode) are not read again. */
export function markdownSource(folder: string): PostSource {
  let entries = new Map<string, Entry>()

  async function readEntry(file: string, authors: Authors): Promise<Entry> {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path.join(folder, file))
    const fingerprint = [size, mtimeMs, ctimeMs, ino].join(' ')
    const before = entries.get(file)
    if (before?.fingerprint === fingerprint) return before
    try {
      return { fingerprint, draft: await readDraft(folder, file, fingerprint, authors) }
    } catch (error) {
      report('post file is invalid', { reason: reasonOf(error), shown: before?.draft ? 'before' : 'none' })
      return { fingerprint, draft: before?.draft, error }
    }
  }

  return {
    mayBeEmpty: true,
    async readDrafts(isStrict) {
      // Hidden files belong to editors.
      const files = (await readdir(folder)).filter((file) => file.endsWith('.md') && !file.startsWith('.'))
      const authors = await readAuthors()
      const next = new Map<string, Entry>()
      // One after the other, so that a process does not open too many files.
      for (const file of files.toSorted()) next.set(file, await readEntry(file, authors))
      entries = next
      const invalid = [...next.values()].find(({ error }) => error !== undefined)
      if (isStrict && invalid) throw invalid.error
      return [...next.values()].flatMap(({ draft }) => draft ?? [])
    },
    async readBody({ key, summary, record }) {
      const file = path.join(folder, key)
      const { body, bodyLine } = parseFrontMatter(file, await readText(file), postRecord)
      try {
        const { words: _, ...rendered } = await renderMarkdown(body, record.answer, { file, line: bodyLine })
        return { ...rendered, minutes: summary.minutes }
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
