import * as z from 'zod'
import type { Author, PostBody, PostSummary } from '@/lib/contract/content'
import { blogTags } from '@/lib/site'
import { copyFolder } from './content-files'

/** A slug that an address can carry; the two words would hide the calls to try on that page. */
export const slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case words joined by hyphens')
  .refine((text) => !/auth|pricing/.test(text), 'must not contain "auth" or "pricing"')

/** Who answers for a post that names nobody: the file in content/authors. */
const defaultAuthor = 'unhurried'

/** What both sources of posts must say about a post. */
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
  draft: z.boolean().default(false),
  codeInjectionFooter: z.string().nullish(),
})
export type PostRecord = z.infer<typeof postRecord>

/** A post before its body is rendered; `key` is what its source finds the body by. */
export type Draft = {
  key: string
  summary: PostSummary
  record: PostRecord
  /** Changes when the body does; null where the source cannot tell, so that the body is asked for each time. */
  version: string | null
}

/** A rendered body, and what only its source knows of it. */
export type SourceBody = PostBody & {
  /** Ids of the files in it that its source keeps at addresses which expire. */
  files?: string[]
  /** Parts that could not be read and were left out. */
  broken?: number
  /** Whether a part of it is kept elsewhere in the source, where it changes without the post's own version. */
  borrowed?: boolean
}

/** Where posts come from. A source says what there is; `posts.ts` says what is published. */
export type PostSource = {
  /** Every record that is whole; the others are left out with a logged reason, or stop a build that reads files. */
  drafts(): Promise<Draft[]>
  /** Every record that is whole, where `drafts` fails for one that is not. */
  readable?(): Promise<Draft[]>
  body(draft: Draft): Promise<SourceBody>
  /** Whether nothing at all is an answer to believe: a folder may be empty, a vendor's answer may be wrong. */
  mayBeEmpty: boolean
}

type Origin = { author: Author; minutes: number | null; version: string | null; modified?: string }

/** The record as both sources pass it on. */
export function draftOf(key: string, name: string, record: PostRecord, origin: Origin): Draft {
  const { title, description, tags, keywords, written, reviewed = null } = record
  const { author, minutes, version } = origin
  // Nothing is changed before it is there: a post may be edited long before the day of its publication.
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
    summary: { slug: name, title, description, tags, keywords, author: by, written, reviewed, modified, minutes },
  }
}

const authorFile = z.strictObject({
  name: z.string().min(1),
  kind: z.enum(['organization', 'person']),
  description: z.string().min(1).max(300),
})

/** Who may answer for a post, by slug: the files of content/authors. */
export async function authors(): Promise<Map<string, Author>> {
  const files = await copyFolder('authors', authorFile)
  return new Map(
    files.map(({ file, data }) => {
      const name = slug.parse(file.slice('content/authors/'.length, -'.md'.length))
      return [name, { slug: name, ...data }]
    }),
  )
}
