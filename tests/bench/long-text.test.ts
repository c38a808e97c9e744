import { expect, test } from 'vitest'
import { longPostText } from '@/bench/long-text'

const post = (n: number) => `---
title: Post ${n}
written: 2026-01-01
---

Paragraph ${n} with a source.[^one] It ends.

## Heading ${n}

> A quotation.

| A | B |
| - | - |

\`\`\`score
label: A drawing.
\`\`\`

- A list.

Élan is a word, too.
`

test('builds a long post of paragraphs and headings', () => {
  const whole = 'Paragraph 1 with a source. It ends.\n\n## Heading 1\n\nÉlan is a word, too.'
  expect(longPostText([post(1), post(2)], whole.length + 2)).toBe(whole)
})

test('meets the requested length to within a word', () => {
  const posts = Array.from({ length: 50 }, (_, n) => post(n))
  const text = longPostText(posts, 1000)
  expect(text.length).toBeLessThanOrEqual(1000)
  expect(text.length).toBeGreaterThan(980)
})

test('throws when the posts are too short', () => {
  expect(() => longPostText([post(1)], 26_000)).toThrow(/not 26000/)
})
