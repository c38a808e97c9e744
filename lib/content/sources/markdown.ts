import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { frontMatter } from '@/lib/content/content-files'
import { type Keep, keepIn } from '@/lib/content/disk-cache'
import { authors, type Draft, draftOf, postRecord, type PostRecord, type PostSource, slug } from '@/lib/content/record'
import { minutesFor, renderMarkdown } from '@/lib/content/render/render'
import { reasonOf, report } from '@/lib/content/report'

/** What the front matter of a file says, and the file's own mark: size and times, which change when it does. */
type IndexEntry = { file: string; mark: string; slug: string; record: PostRecord; minutes: number }

/** Files read at the same time; more of them would only wait for each other. */
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
  const { data, body } = frontMatter(shown, await readFile(shown, 'utf8'), postRecord)
  return { file, mark, slug: name.data, record: data, minutes: minutesFor(body.split(/\s+/).length) }
}

/** Beside the build; the next one begins by throwing it away. */
const beside = () => keepIn(path.join(process.cwd(), '.next', 'cache', 'posts'))

/**
 * What all files of a folder say of themselves. A file is read again only when its mark has changed, so that
 * a large archive costs a look at each name, and not the reading of each text.
 * @param leaveOut is told why a file cannot be read, which is then passed over
 * @throws {Error} without it, with the file's name, each wrong field and what was expected
 */
export async function markdownIndex(
  folder: string,
  keep: Keep = beside(),
  leaveOut?: (error: unknown) => void,
): Promise<IndexEntry[]> {
  const name = `index of ${path.resolve(folder)}`
  // A hidden file is an editor's or a file system's own, such as the lock of a post that somebody is writing.
  const files = (await readdir(folder)).filter((file) => /^[^.].*\.md$/.test(file)).toSorted()
  const known = new Map((await keep.read<IndexEntry[]>(name))?.map((entry) => [entry.file, entry]))
  let changed = known.size !== files.length
  const entries = await inTurns(files, async (file) => {
    const { size, mtimeMs, ctimeMs, ino } = await stat(path.join(folder, file))
    const mark = [size, mtimeMs, ctimeMs, ino].join(' ')
    const before = known.get(file)
    if (before?.mark === mark) return before
    changed = true
    return read(folder, file, mark).catch((error: unknown) => {
      if (!leaveOut) throw error
      leaveOut(error)
      return null
    })
  })
  const whole = entries.filter((entry) => entry !== null)
  if (changed) await keep.write(name, whole)
  return whole
}

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
