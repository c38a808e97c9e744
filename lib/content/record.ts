import * as z from 'zod'
import type { Author, PostBody, PostSummary } from '@/lib/contract/content'
import { blogTags } from '@/lib/site'
import { copyFolder } from './content-files'

/** Lower-case words joined by hyphens. The two words are refused because the trial gate looks for them in paths. */
export const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case words joined by hyphens')
  .refine((text) => !/auth|pricing/.test(text), 'must not contain "auth" or "pricing"')

/** The file in content/authors for posts that name no author. */
const defaultAuthor = 'unhurried'

/** The front matter of a post, or the properties of its Notion page. */
export const postRecord = z.strictObject({
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
    .nullish(),
  draft: z.boolean().default(false),
  codeInjectionFooter: z.string().nullish(),
})
export type PostRecord = z.infer<typeof postRecord>

/** A post before its body is rendered. `key` identifies the body at its source. */
export type Draft = {
  key: string
  summary: PostSummary
  record: PostRecord
  /** Changes whenever the body does; null if the source cannot tell, and then the body is read each time. */
  version: string | null
}

export type SourceBody = PostBody & {
  /** Ids of files whose addresses at the source expire. */
  files?: string[]
  /** Number of parts that could not be read and were left out. */
  broken?: number
  /** True if a part belongs to another page, so that it can change without a new version of this post. */
  borrowed?: boolean
}

export type PostSource = {
  /** All valid records. Invalid ones are left out and logged, or make a Markdown build fail. */
  drafts(): Promise<Draft[]>
  /** All valid records, for sources whose `drafts` throws if one is invalid. */
  readable?(): Promise<Draft[]>
  body(draft: Draft): Promise<SourceBody>
  /** Whether an empty answer can be right. A folder may be empty; Notion's empty answer is treated as an error. */
  mayBeEmpty: boolean
}

type Origin = {
  author: Author
  minutes: number | null
  version: string | null
  modified?: string
  picture?: string
}

export function draftOf(key: string, name: string, record: PostRecord, origin: Origin): Draft {
  const { title, description, tags, keywords, written, reviewed = null, lang } = record
  const { author, minutes, version, picture } = origin
  // A post may be edited long before its publication day, so `modified` is never before `written`.
  const modified =
    [origin.modified, written, reviewed]
      .filter((day) => day != null)
      .toSorted()
      .at(-1) ?? written
  const by = { slug: author.slug, name: author.name, kind: author.kind }
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
      author: by,
      written,
      reviewed,
      modified,
      minutes,
      ...(lang && { lang }),
      ...(picture && { picture }),
    },
  }
}

const authorFile = z.strictObject({
  name: z.string().min(1),
  kind: z.enum(['organization', 'person']),
  description: z.string().min(1).max(300),
})

/** Authors by slug: the files of content/authors. */
export async function authors(): Promise<Map<string, Author>> {
  const files = await copyFolder('authors', authorFile)
  return new Map(
    files.map(({ file, data }) => {
      const name = slug.parse(file.slice('content/authors/'.length, -'.md'.length))
      return [name, { slug: name, ...data }]
    }),
  )
}
