/**
 * What no text of the site may say. A file is read as Markdown or as the source of a component, of which only
 * the words count. Nothing is known here of the evidence itself: the caller brings it.
 */
export type Evidence = {
  known: (id: string) => boolean
  /** Sources of two facts that must never stand apart. */
  together: readonly [string[], string[]]
}

const denial = /\b(no|not|never|none|nobody|nothing|without|cannot|nor|neither)\b|n['’]t\b/i

type Rule = {
  name: string
  words: RegExp
  /** A sentence that denies it, or asks for it, may have the words. */
  deniable?: true
}

const number = String.raw`(\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|twenty|thirty)`
const rules: Rule[] = [
  { name: 'a cure', words: /(?<![\w#/-])cur(e[sd]?|ing)\b(?!-)/i, deniable: true },
  {
    name: 'an end of stuttering',
    words: /\b(stop|end|beat|eliminate|get rid of)\w* (your )?(stutter|stammer)/i,
    deniable: true,
  },
  { name: 'a guarantee', words: /guarantee|\b100 ?%|clinically proven|risk[- ]free/i },
  {
    name: 'a time for a result',
    words: new RegExp(String.raw`\b(in|within) (just |only |as little as )?${number}[ -](days?|weeks?)\b`, 'i'),
  },
  { name: 'a phone call to us', words: /\b(call|phone|ring) us\b|\bgive us a (call|ring)\b|\btel:/i },
  {
    name: 'a rating',
    words: new RegExp(
      String.raw`[★⭐]|\b(\d[.,])?${number}([ -]out[ -]of[ -](5|five))?[ -]stars?\b|\b(top|best|highly)[ -]rated\b|\brated (\d|by\b|best\b|excellent\b|number\b)|testimonial`,
      'i',
    ),
  },
]

const comments = /\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm
const imports = /^(import|export) .* from .*$/gm
const attributes = /\b(className|href|id|key|src|d)=("[^"]*"|\{`[^`]*`\})/g

/** The words of a component's source: what stands between tags and in quotation marks. */
function wordsOf(source: string): string {
  const bare = source.replace(comments, ' ').replace(imports, ' ').replace(attributes, ' ')
  return bare
    .replace(/(['"`])[\w-]+\1/g, ' ')
    .replace(/<\/?(p|li|h\d|section|div|dt|dd|Section|Question|Notice)\b[^>]*>/g, '\n\n')
    .replace(/\{' '\}|<[^<>]*>/g, ' ')
    .replace(/['"`],?\s*\n|['"`], ['"`]/g, '.\n\n')
}

/** Sentences, in which a denial or a question mark counts. */
function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*([-*#>]|\d+\.|\w+:)\s)|(?<=[.!?]["”’)]?(?:\[\^[\w-]+\])?)\s+/)
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/\s+/g, ' ').trim())
}

function idsOf(text: string, isSource: boolean): string[] {
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')
  if (isSource) {
    const lists = all(/\bcitations\(([^)]*)\)/g).flatMap((list) => [...list.matchAll(/['"]([^'"]+)['"]/g)])
    return [...lists.map((match) => match[1] ?? ''), ...all(/<Cite\b[^>]*?\bid="([^"]+)"/g)]
  }
  const defined = new Set(all(/^\[\^([^\]]+)\]:/gm))
  const notes = all(/\[\^([^\]]+)\](?!:)/g).filter((id) => !defined.has(id))
  const lists = all(/^drawn: \[(.*)\]$/gm).flatMap((list) => list.split(/,\s*/))
  return [...notes, ...lists, ...all(/^\s*- source: (\S+)$/gm)]
}

/** Pictures that say nothing to those who do not see them. In a component an empty alternative marks decoration. */
function pictures(text: string, isSource: boolean): string[] {
  const missing = isSource
    ? [...text.matchAll(/<(img|Image)\b[^>]*>/g)].filter(([tag]) => !/\balt=/.test(tag))
    : [...text.matchAll(/!\[\s*\]\([^)]*\)|<img\b(?![^>]*\balt=["'][^"']+["'])[^>]*>/g)]
  return missing.map(([tag]) => `a picture without an alternative text: ${tag}`)
}

/**
 * Everything that is wrong with a file, a line each; empty when nothing is.
 * @param file its name from the project's root: `.md` is Markdown, anything else source.
 */
export function lint(file: string, text: string, { known, together }: Evidence): string[] {
  const isSource = !file.endsWith('.md')
  const problems: string[] = []

  const slug = /^content\/(?:posts|therapists)\/(.*)\.md$/.exec(file)?.[1]
  if (slug && /auth|pricing/.test(slug)) problems.push(`a slug with “auth” or “pricing”: ${slug}`)

  const ids = idsOf(text, isSource)
  for (const id of ids) if (!known(id)) problems.push(`an unknown source: ${id}`)
  const [one, other] = together.map((pair) => pair.some((id) => ids.includes(id)))
  if (one !== other) problems.push(`one of two sources that must stand together: ${together.flat().join(', ')}`)

  for (const sentence of sentencesOf(isSource ? wordsOf(text) : text)) {
    for (const { name, words, deniable } of rules) {
      if (!words.test(sentence)) continue
      if (deniable && (denial.test(sentence) || /\?["”’]?$/.test(sentence))) continue
      problems.push(`${name}: “${sentence.slice(0, 120)}”`)
    }
  }
  return [...problems, ...pictures(text, isSource)]
}
