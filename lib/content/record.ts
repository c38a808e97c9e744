import { z } from 'zod'
import type { Post, PostSummary } from '@/lib/contract/content'
import { blogTags } from '@/lib/site'

/** A slug that an address can carry; the two words would hide the calls to try on that page. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower-case words joined by hyphens')
  .refine((text) => !/auth|pricing/.test(text), 'must not contain "auth" or "pricing"')

/** What both sources of posts must say about a post. */
export const postRecord = z.object({
  title: z.string().min(1).max(120),
  description: z.string().min(1).max(300),
  tags: z.array(z.enum(blogTags)).min(1),
  written: z.iso.date(),
  reviewed: z.iso.date().nullish(),
  answer: z.string().min(1).nullish(),
  draft: z.boolean().default(false),
  codeInjectionFooter: z.string().nullish(),
})
export type PostRecord = z.infer<typeof postRecord>

/** A post before its body is rendered; `key` is what its source finds the body by. */
export type Draft = { key: string; summary: PostSummary; record: PostRecord }

/** Where posts come from. A source says what there is; `posts.ts` says what is published. */
export type PostSource = {
  drafts(): Promise<Draft[]>
  body(draft: Draft): Promise<Pick<Post, 'answer' | 'html' | 'contents' | 'minutes'>>
}

export function draftOf(key: string, name: string, record: PostRecord, minutes: number | null): Draft {
  const { title, description, tags, written, reviewed = null } = record
  return { key, record, summary: { slug: name, title, description, tags, written, reviewed, minutes } }
}
