import { postRecord, slug as slugShape } from '@/lib/content/record'
import { blogTags, type BlogTag } from '@/lib/site'

/** Accents are removed, everything else becomes hyphens. */
export function slugOf(title: string): string {
  const ascii = title.normalize('NFKD').replace(/\p{M}/gu, '').replace(/['’]/g, '')
  return ascii
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

type DraftPost = { slug: string; text: string }

/**
 * A complete draft that can be previewed at once.
 * @param today ISO 8601 date
 * @throws {Error} that says what was expected of the title, the slug or the tag
 */
export function draftPost(title: string, today: string, options: { slug?: string; tag?: string } = {}): DraftPost {
  if (!title.trim()) throw new Error('A title was expected: npm run post:new -- "What a pause is for"')
  const length = postRecord.shape.title.safeParse(title)
  if (!length.success) throw new Error(`The title has ${title.trim().length} characters, of at most 120.`)
  const slug = options.slug ?? slugOf(title)
  const shape = slugShape.safeParse(slug)
  if (!shape.success) throw new Error(`The slug “${slug}”: ${shape.error.issues[0]?.message}. Give one with --slug.`)
  const tag = blogTags.find((name): name is BlogTag => name === (options.tag ?? 'posts'))
  if (!tag) throw new Error(`The tag “${options.tag}”: expected one of ${blogTags.join(', ')}.`)
  return { slug, text: template(title.trim(), tag, today) }
}

const template = (title: string, tag: BlogTag, today: string) => `---
title: ${JSON.stringify(title)}
description: What a reader will know afterwards, in a sentence or two.
tags: [${tag}]
written: ${today}
# Uncomment once the text is checked against its sources.
# reviewed: ${today}
# The post in one paragraph, with its source. Delete the line if the post has no answer.
answer: The answer, in a sentence or two.[^nidcd]
# Delete this line to publish. A post with a later date appears on that day.
draft: true
---

The first paragraph, written to one person who stutters (stammers). Use plain words.

## A part

A statement about stuttering has its source right behind it.[^asha] The ids come from content/evidence.json, and the
sources are numbered for you.

\`\`\`score
label: A description for people who can't see the drawing.
caption: What the drawing shows. Our drawing, not data.
above 26 26 26 150
pause 40
below 70 60
\`\`\`
`
