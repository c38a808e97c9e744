import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blogTags } from '@/lib/site'

const dayLength = 86_400_000
const newest = Date.UTC(2026, 5, 1)

/** Posts are numbered from 1, the newest. */
const manyTitle = (n: number) => `Post number ${n}`
export const manySlug = (n: number) => `post-number-${n}`

/** The tag of every post. */
export const commonTag = blogTags[0]

const short = () => 'There is nothing to read here.\n\n## A heading\n\nThe end.'

/**
 * Writes valid posts into a folder, dated a day apart, so that their order is known.
 * @param bodyOf the text of the nth post
 */
export function writeManyPosts(folder: string, count: number, bodyOf: (n: number) => string = short): void {
  mkdirSync(folder, { recursive: true })
  for (let n = 1; n <= count; n++) {
    const written = new Date(newest - n * dayLength).toISOString().slice(0, 10)
    const text = `---
title: ${manyTitle(n)}
description: Written so that a list has something to show in its place ${n}.
tags: [${commonTag}, ${blogTags[1 + (n % (blogTags.length - 1))]}]
written: ${written}
---

${bodyOf(n)}
`
    writeFileSync(join(folder, `${manySlug(n)}.md`), text)
  }
}
