import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { defaultLocale, type Locale, locales } from '@/lib/locales'
import { parseFrontMatter, readText, reasonOf, report } from '@/lib/content/content-files'
import {
  type Authors,
  createDraft,
  type Draft,
  findAuthor,
  postRecord,
  type PostSource,
  readAuthorsByLocale,
  slug,
  textLocale,
} from '@/lib/content/record'
import { minutesToRead, renderMarkdown } from '@/lib/content/render/render'

type Post = { draft: Draft; body: string; bodyLine: number }

/** A file as it was read last; an invalid one has the post of its last valid version. */
type Entry = { fingerprint: string; post?: Post; error?: unknown }

const firstPicture = /!\[[^\]]*\]\((\/pictures\/[\w./-]+\.(?:jpe?g|png|webp|avif))\b/

type PostFile = { file: string; locale: Locale }

/** Translations stand beside the posts: `content/es/posts` for `content/posts`. */
async function listFiles(folder: string): Promise<PostFile[]> {
  const lists = locales.map(async (locale) => {
    const within = locale === defaultLocale ? folder : path.join(folder, '..', locale, path.basename(folder))
    const names = locale === defaultLocale || existsSync(within) ? await readdir(within) : []
    // Hidden files belong to editors.
    const posts = names.filter((name) => name.endsWith('.md') && !name.startsWith('.')).toSorted()
    return posts.map((name) => ({ file: path.join(within, name), locale }))
  })
  return (await Promise.all(lists)).flat()
}

async function readPost({ file, locale }: PostFile, version: string, authors: Authors): Promise<Post> {
  const name = slug.safeParse(path.basename(file, '.md'))
  if (!name.success) throw new Error(`${file}: the file’s name: ${name.error.issues[0]?.message}`)
  const { data, body, bodyLine } = parseFrontMatter(file, await readText(file), postRecord)
  const isTranslation = locale !== defaultLocale
  if (isTranslation && (data.lang !== locale || data.translationOf !== name.data))
    throw new Error(`${file}: expected “lang: ${locale}” and “translationOf: ${name.data}”`)
  if (!isTranslation && data.translationOf) throw new Error(`${file}: translationOf: expected in ../<language>/posts`)
  const author = findAuthor(authors, locale, data.author, `${file}: `)
  const [, picture] = firstPicture.exec(body) ?? []
  const minutes = minutesToRead(body)
  return { draft: createDraft(file, name.data, data, { author, minutes, version, picture }), body, bodyLine }
}

/** Posts as Markdown files named by slug. Unchanged files (size, times, inode) are not read again. */
export function markdownSource(folder: string): PostSource {
  let entries = new Map<string, Entry>()

  async function readEntry(post: PostFile, authors: Authors): Promise<Entry> {
    const { size, mtimeMs, ctimeMs, ino } = await stat(post.file)
    const fingerprint = [size, mtimeMs, ctimeMs, ino].join(' ')
    const before = entries.get(post.file)
    if (before?.fingerprint === fingerprint) return before
    try {
      return { fingerprint, post: await readPost(post, fingerprint, authors) }
    } catch (error) {
      report('post file is invalid', { reason: reasonOf(error), shown: before?.post ? 'before' : 'none' })
      return { fingerprint, post: before?.post, error }
    }
  }

  return {
    mayBeEmpty: true,
    async readDrafts(isStrict) {
      const authors = await readAuthorsByLocale()
      const next = new Map<string, Entry>()
      // One after the other, so that a process does not open too many files.
      for (const post of await listFiles(folder)) next.set(post.file, await readEntry(post, authors))
      entries = next
      const invalid = [...next.values()].find(({ error }) => error !== undefined)
      if (isStrict && invalid) throw invalid.error
      return [...next.values()].flatMap(({ post }) => post?.draft ?? [])
    },
    async readBody({ key: file, summary, record }) {
      const { post } = entries.get(file) ?? {}
      if (!post) throw new Error(`${file} is gone.`)
      const { body, bodyLine } = post
      try {
        const place = { file, line: bodyLine, locale: textLocale(record) }
        return { ...(await renderMarkdown(body, record.answer, place)), minutes: summary.minutes }
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
