import * as z from 'zod'
import type { Citation, Question, QuestionGroup } from '@/lib/contract/content'
import { renderCopy, type Copy } from './copy'
import { withServiceFacts } from '@/lib/service-facts'
import { readCopyFolder, newestReview, type CopyFile } from '@/lib/content/content-files'

const schema = z.strictObject({
  order: z.number().int(),
  name: z.string().min(1),
  title: z.string().min(1),
  /** The day of the last review against the sources. */
  reviewed: z.iso.date(),
})
type File = CopyFile<z.infer<typeof schema>>

type ParsedQuestion = Copy & Pick<Question, 'id' | 'title' | 'words'>

/** Search input is folded to lower-case letters and digits. */
const wordList = /^[a-z0-9]+( [a-z0-9]+)*$/

/**
 * Splits a file at `## Question {#id words="search terms"}`; `words` is optional. Questions about facts that the owner
 * has not filled in are left out.
 * @throws {Error} naming the file and the invalid heading
 */
export function parseQuestions({ file, body }: Pick<File, 'file' | 'body'>): ParsedQuestion[] {
  const [preamble = '', ...parts] = body.split(/^## /m)
  if (preamble.trim()) throw new Error(`${file}: there is text before the first question.`)
  const questions = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const match = /^(.+?)\s*\{#([a-z][a-z-]*)(?: words="([^"]*)")?\}\s*$/.exec(heading)
    if (!match) throw new Error(`${file}: “${heading}” has no {#id} at its end.`)
    const [, title = '', id = '', words] = match
    if (words !== undefined && !wordList.test(words)) {
      throw new Error(`${file}: the words of “${title}” must be small letters with one space between them.`)
    }
    return { file, title, id, words: words ?? '', text: lines.join('\n') }
  })
  return withServiceFacts(questions)
}

async function readFaqFiles(): Promise<File[]> {
  const all = (await readCopyFolder('en/faq', schema)).toSorted((one, other) => one.data.order - other.data.order)
  const ids = all.flatMap((file) => parseQuestions(file).map(({ id }) => id))
  const duplicateId = ids.find((id, index) => ids.indexOf(id) !== index)
  if (duplicateId) throw new Error(`content/en/faq: two questions have the id "${duplicateId}".`)
  return all
}

async function renderQuestions(parsed: ParsedQuestion[], fixedSources?: readonly Citation[]) {
  const { pieces, sources } = await renderCopy(parsed, fixedSources)
  const questions = parsed.map(({ id, title, words }, index): Question => {
    const { html = '', text = '' } = pieces[index] ?? {}
    return { id, title, words, html, text }
  })
  return { questions, sources }
}

export async function readFaq(): Promise<{ groups: QuestionGroup[]; sources: Citation[]; reviewed: string }> {
  const all = await readFaqFiles()
  const { questions, sources } = await renderQuestions(all.flatMap(parseQuestions))
  const groups = all.map((file): QuestionGroup => {
    const { name, title } = file.data
    return { name, title, questions: questions.splice(0, parseQuestions(file).length) }
  })
  return { groups, sources, reviewed: newestReview(all) }
}

/** The first group, for the home page, with that page's source numbers. */
export async function readFirstQuestions(sources: readonly Citation[]): Promise<Question[]> {
  const [first] = await readFaqFiles()
  return first ? (await renderQuestions(parseQuestions(first), sources)).questions : []
}

export async function readFaqEntries(): Promise<{ question: string; answerText: string }[]> {
  const { groups } = await readFaq()
  return groups.flatMap(({ questions }) => questions.map(({ title, text }) => ({ question: title, answerText: text })))
}
