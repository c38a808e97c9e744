import * as z from 'zod'
import type { Citation, Question, QuestionGroup } from '@/lib/contract/content'
import { readCopyFolder, newestReview, type CopyFile } from '@/lib/content/content-files'
import type { Locale } from '@/lib/locales'
import { withServiceFacts } from '@/lib/service-facts'
import { renderCopy, type Copy } from './copy'

const schema = z.strictObject({
  order: z.number().int(),
  name: z.string().min(1),
  title: z.string().min(1),
  /** The day of the last review against the sources. */
  reviewed: z.iso.date(),
})
type File = CopyFile<z.infer<typeof schema>>

type ParsedQuestion = Copy & Pick<Question, 'id' | 'title' | 'words'>

/** Of any script. The search folds accents, so a word needs them only where that reads better. */
const wordList = /^[\p{L}\p{M}\p{N}]+( [\p{L}\p{M}\p{N}]+)*$/u

/**
 * Splits a file at `## Question {#id words="search terms"}`; `words` is optional. Questions about facts that the owner
 * has not filled in are left out.
 */
export function parseQuestions({ file, body }: Pick<File, 'file' | 'body'>, locale: Locale): ParsedQuestion[] {
  const [preamble = '', ...parts] = body.split(/^## /m)
  if (preamble.trim()) throw new Error(`${file}: there is text before the first question.`)
  const questions = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const match = /^(.+?)\s*\{#([a-z][a-z-]*)(?: words="([^"]*)")?\}\s*$/.exec(heading)
    if (!match) throw new Error(`${file}: “${heading}” has no {#id} at its end.`)
    const [, title = '', id = '', words] = match
    if (words !== undefined && !(wordList.test(words) && words === words.toLowerCase())) {
      throw new Error(`${file}: the words of “${title}” must be small letters with one space between them.`)
    }
    return { file, title, id, words: words ?? '', text: lines.join('\n') }
  })
  return withServiceFacts(questions, locale)
}

async function readFaqFiles(locale: Locale): Promise<(File & { questions: ParsedQuestion[] })[]> {
  const files = await readCopyFolder(`${locale}/faq`, schema)
  const all = files
    .map((file) => ({ ...file, questions: parseQuestions(file, locale) }))
    .toSorted((one, other) => one.data.order - other.data.order)
  const ids = all.flatMap(({ questions }) => questions.map(({ id }) => id))
  const duplicateId = ids.find((id, index) => ids.indexOf(id) !== index)
  if (duplicateId) throw new Error(`content/${locale}/faq: two questions have the id "${duplicateId}".`)
  return all
}

async function renderQuestions(locale: Locale, parsed: ParsedQuestion[], fixedSources?: readonly Citation[]) {
  const { pieces, sources } = await renderCopy(locale, parsed, fixedSources)
  const questions = parsed.map(({ id, title, words }, index): Question => {
    const { html = '', text = '' } = pieces[index] ?? {}
    return { id, title, words, html, text }
  })
  return { questions, sources }
}

type Faq = { groups: QuestionGroup[]; sources: Citation[]; reviewed: string }

export async function readFaq(locale: Locale): Promise<Faq> {
  const all = await readFaqFiles(locale)
  const parsed = all.flatMap((file) => file.questions)
  const { questions, sources } = await renderQuestions(locale, parsed)
  const groups = all.map((file): QuestionGroup => {
    const { name, title } = file.data
    return { name, title, questions: questions.splice(0, file.questions.length) }
  })
  return { groups, sources, reviewed: newestReview(all) }
}

/** The first group, for the home page, with that page's source numbers. */
export async function readFirstQuestions(locale: Locale, sources: readonly Citation[]): Promise<Question[]> {
  const [first] = await readFaqFiles(locale)
  return first ? (await renderQuestions(locale, first.questions, sources)).questions : []
}
