import path from 'node:path'
import type { ElementContent, Root } from 'hast'
import * as z from 'zod'
import type { Author, PostBody, PostSummary } from '@/lib/contract/content'
import { isLanguage } from '@/lib/contract/format'
import { defaultLocale, type Locale, localeOfTag, locales } from '@/lib/locales'
import { blogTags } from '@/lib/site'
import { readCopyFolder } from './content-files'

/** Lower-case words joined by hyphens. The trial gate looks for the two refused words in paths. */
export const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case words joined by hyphens')
  .refine((text) => !/auth|pricing/.test(text), 'must not contain "auth" or "pricing"')

/** Used if a post names no author. */
const defaultAuthor = 'unhurried'

const isTranslated = (lang: string | null | undefined) =>
  locales.some((locale) => locale === lang && locale !== defaultLocale)

/** The front matter of a post, or the properties of its Notion page. */
export const postRecord = z
  .strictObject({
    title: z.string().trim().min(1).max(120),
    description: z.string().trim().min(1).max(300),
    tags: z
      .array(z.enum(blogTags))
      .min(1)
      .transform((tags) => [...new Set(tags)]),
    keywords: z.array(z.string().trim().min(1).max(40)).max(12).default([]),
    written: z.iso.date(),
    reviewed: z.iso.date().nullish(),
    author: slug.default(defaultAuthor),
    answer: z
      .string()
      .nullish()
      .transform((text) => text?.trim() || null),
    lang: z
      .string()
      .regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/, 'expected a language tag, such as fr or pt-BR')
      .refine(isLanguage, 'expected a language tag, such as fr or pt-BR')
      .nullish(),
    /** Slug of the English post that this is a translation of. */
    translationOf: slug.nullish(),
    status: z.enum(['draft', 'reviewed']).nullish(),
    draft: z.boolean().default(false),
    codeInjectionFooter: z.string().nullish(),
  })
  .refine(({ lang, translationOf }) => !translationOf || isTranslated(lang), {
    path: ['lang'],
    message: `expected one of ${locales.filter(isTranslated).join(', ')} for a translation`,
  })
export type PostRecord = z.infer<typeof postRecord>

/** The language of the pages to which a post belongs. */
export const localeOf = ({ lang, translationOf }: PostRecord): Locale =>
  (translationOf && localeOfTag(lang ?? '')) || defaultLocale

/** The language of the words that are added to a text, such as “Sources”. */
export const textLocale = ({ lang }: PostRecord): Locale => localeOfTag(lang ?? '') ?? defaultLocale

/** A post before its body is rendered. `key` identifies the body at its source. */
export type Draft = {
  key: string
  summary: PostSummary
  record: PostRecord
  /** Changes with the body. If null, the body is read each time. */
  version: string | null
}

export type SourceBody = Omit<PostBody, 'html' | 'answer'> & {
  /** Sanitised. */
  tree: Root
  /** The sanitised content of the short answer's paragraph. */
  answer: ElementContent[] | null
  /** Ids of files with expiring addresses. */
  files?: string[]
  /** Number of unreadable parts that were left out. */
  broken?: number
  /** Contains parts of, or links to, other pages, which change without a new version of this post. */
  dependsOnOthers?: boolean
}

export type PostSource = {
  /** Invalid records are logged and left out, or stay as they were; with `isStrict` they may be an error. */
  readDrafts(isStrict?: boolean): Promise<Draft[]>
  readBody(draft: Draft): Promise<SourceBody>
  /** If false, an empty answer is treated as an error. */
  mayBeEmpty: boolean
}

/** Not a draft, and not dated after today (UTC). */
export function isPublished({ record }: Draft, today: string): boolean {
  return !record.draft && record.written <= today
}

type Origin = {
  author: Author
  minutes: number | null
  version: string | null
  modified?: string
  picture?: string
}

export function createDraft(key: string, name: string, record: PostRecord, origin: Origin): Draft {
  const { title, description, tags, keywords, written, reviewed = null, lang } = record
  const { author, minutes, version, picture } = origin
  // `modified` is never before `written`, although posts are edited before publication.
  const modified =
    [origin.modified, written, reviewed]
      .filter((day) => day != null)
      .toSorted()
      .at(-1) ?? written
  const authorSummary = { slug: author.slug, name: author.name, kind: author.kind }
  return {
    key,
    record,
    version,
    summary: {
      slug: name,
      title,
      description,
      tags,
      keywords,
      author: authorSummary,
      written,
      reviewed,
      modified,
      minutes,
      ...(lang && { lang }),
      ...(record.translationOf && { locale: localeOf(record) }),
      ...(picture && { picture }),
    },
  }
}

const authorSchema = z.strictObject({
  name: z.string().min(1),
  kind: z.enum(['organization', 'person']),
  description: z.string().min(1).max(300),
})

async function readAuthorFiles(folder: string): Promise<Map<string, Author>> {
  const files = await readCopyFolder(folder, authorSchema)
  return new Map(
    files.map(({ file, data }) => {
      const name = slug.parse(path.basename(file, '.md'))
      return [name, { slug: name, ...data }]
    }),
  )
}

/** Authors by slug: the files of content/authors, with the words of `content/<locale>/authors`. */
export async function readAuthors(locale: Locale = defaultLocale): Promise<Map<string, Author>> {
  const authors = await readAuthorFiles('authors')
  return locale === defaultLocale ? authors : new Map([...authors, ...(await readAuthorFiles(`${locale}/authors`))])
}

export type Authors = ReadonlyMap<Locale, ReadonlyMap<string, Author>>

export async function readAuthorsByLocale(): Promise<Authors> {
  return new Map(await Promise.all(locales.map(async (locale) => [locale, await readAuthors(locale)] as const)))
}

/** @throws {Error} that begins with `place` and names the authors */
export function findAuthor(authors: Authors, locale: Locale, name: string, place = ''): Author {
  const known = authors.get(locale)
  const author = known?.get(name)
  if (author) return author
  throw new Error(`${place}author: expected one of ${[...(known?.keys() ?? [])].join(', ')}, found “${name}”`)
}
