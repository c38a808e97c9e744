import { isTakenBack, rules } from './lint-rules'
import { textsInJson, textsInMarkdown, textsInSource, type Texts } from './lint-words'

/**
 * Checks texts for forbidden statements. Files are read as Markdown, JSON or TypeScript, of which only texts count.
 * The caller provides the evidence.
 */
export type Evidence = {
  known: (id: string) => boolean
  /** Sources of two facts that must appear together. */
  together: readonly [string[], string[]]
}

/** Figures in the first of these facts. */
const restructuring = /\b(50|57) ?(%|per ?cent)|\b50 ?(-|–|to) ?57\b/i

const sentencesOf = (passage: string) =>
  passage
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["”’)]?(?:\[\^[\w-]+\])*)\s+(?![—–])/)

function textsOf(file: string, text: string, known: Evidence['known']): Texts {
  if (file.endsWith('.md')) return textsInMarkdown(text)
  return file.endsWith('.json') ? textsInJson(text, known) : textsInSource(text)
}

/** The broken rules, without duplicates. */
function brokenBy(sentence: string): string[] {
  const isSourced = /\[\^[\w-]+\]/.test(sentence)
  return rules
    .filter(({ words, sourced }) => {
      if (sourced && isSourced) return false
      return [...sentence.matchAll(words)].some(
        ({ 0: found, index }) => !isTakenBack(sentence.slice(0, index), sentence.slice(index + found.length)),
      )
    })
    .map(({ name }) => `${name}: “${sentence.slice(0, 120)}”`)
}

/**
 * Everything that is wrong with a file, a line each; empty when nothing is.
 * @param file its name from the project's root: `.md` is Markdown, `.json` data, anything else source.
 * @throws {SyntaxError} for source that cannot be read
 */
export function lint(file: string, text: string, { known, together }: Evidence): string[] {
  const problems: string[] = []

  const slug = /^content\/(?:posts|therapists)\/(.*)\.md$/.exec(file)?.[1]
  if (slug && /auth|pricing/i.test(slug)) problems.push(`a slug with “auth” or “pricing”: ${slug}`)
  if (/["'`(<]tel:/i.test(text)) problems.push('a phone call to us: an address that begins with “tel:”')

  const { passages, ids, pictures } = textsOf(file, text, known)
  for (const id of ids) if (!known(id)) problems.push(`an unknown source: ${id}`)
  const sentences = passages.flatMap(sentencesOf)
  const [one, other] = together.map((pair) => pair.some((id) => ids.includes(id)))
  const isEvidence = file === 'content/evidence.json'
  const needsBoth = one || other || (!isEvidence && sentences.some((sentence) => restructuring.test(sentence)))
  if (needsBoth && !(one && other)) {
    problems.push(`one of two sources that must stand together: ${together.flat().join(', ')}`)
  }
  return [
    ...problems,
    ...sentences.flatMap(brokenBy),
    ...pictures.map((tag) => `a picture without an alternative text: ${tag}`),
  ]
}
