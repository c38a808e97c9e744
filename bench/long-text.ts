const words =
  'quiet water shore stone morning letter table window evening path garden answer paper river season light bridge market kitchen voice'.split(
    ' ',
  )

/** Deterministic, so that two runs make the same texts. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

/** A Markdown text of some 800 words, as long as a real post. */
export function randomText(n: number): string {
  const next = randomNumbers(n)
  const paragraph = (count: number) => {
    const text = Array.from({ length: count }, () => words[next(words.length)]).join(' ')
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const parts = Array.from({ length: 5 }, (_, index) => {
    const part = index + 1
    return `## Part ${part}\n\n${paragraph(90)}\n\n### Detail ${part}\n\n${paragraph(70)}`
  })
  return `${parts.join('\n\n')}\n\n| A | B |\n| - | - |\n| 1 | 2 |`
}

/** Headings and paragraphs, no figures, tables, lists or quotations. */
const isProse = (block: string) => /^(#{2,3} |\p{L})/u.test(block)

/**
 * A long post made of the paragraphs of others, because random words would not compress as a language does.
 * @param posts Markdown files with front matter
 * @param length in characters
 * @throws when the posts are too short
 */
export function longPostText(posts: readonly string[], length: number): string {
  const blocks = posts.flatMap((post) =>
    post
      .replace(/^---\n.*?\n---\n/s, '')
      .split(/\n{2,}/)
      .map((block) => block.replaceAll(/\[\^[^\]]*\]/g, '').trim())
      .filter(isProse),
  )
  const text = blocks.join('\n\n')
  if (text.length < length) throw new Error(`The posts have ${text.length} characters together, not ${length}.`)
  return text
    .slice(0, length + 1)
    .replace(/\s\S*$/, '')
    .trimEnd()
}
