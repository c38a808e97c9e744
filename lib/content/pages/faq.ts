import * as z from 'zod'
import type { Citation, Question, QuestionGroup } from '@/lib/contract/content'
import { renderCopy, type Copy } from './copy'
import { readCopyFolder, newestReview, type CopyFile } from '@/lib/content/content-files'

const schema = z.strictObject({
  order: z.number().int(),
  name: z.string().min(1),
  title: z.string().min(1),
  /** The day of the last review against the sources. */
  reviewed: z.iso.date(),
})
type File = CopyFile<z.infer<typeof schema>>

type Asked = Copy & Pick<Question, 'id' | 'title' | 'words'>

/** Search input is folded to lower-case letters and digits. */
const wordList = /^[a-z0-9]+( [a-z0-9]+)*$/

/**
 * Splits a file at `## Question {#id words="search terms"}`; `words` is optional.
 * @throws {Error} naming the file and the invalid heading
 */
export function questionsIn({ file, body }: Pick<File, 'file' | 'body'>): Asked[] {
  const [before = '', ...parts] = body.split(/^## /m)
  if (before.trim()) throw new Error(`${file}: text stands before the first question.`)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const named = /^(.+?)\s*\{#([a-z][a-z-]*)(?: words="([^"]*)")?\}\s*$/.exec(heading)
    if (!named) throw new Error(`${file}: “${heading}” has no {#id} at its end.`)
    const [, title = '', id = '', words] = named
    if (words !== undefined && !wordList.test(words)) {
      throw new Error(`${file}: the words of “${title}” must be small letters with one space between them.`)
    }
    return { file, title, id, words: words ?? '', text: lines.join('\n') }
  })
}

async function files(): Promise<File[]> {
  const all = (await readCopyFolder('faq', schema)).toSorted((one, other) => one.data.order - other.data.order)
  const ids = all.flatMap((file) => questionsIn(file).map(({ id }) => id))
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`content/faq: two questions have the id "${twice}".`)
  return all
}

async function answered(asked: Asked[], given?: readonly Citation[]) {
  const { pieces, sources } = await renderCopy(asked, given)
  const questions = asked.map(({ id, title, words }, index): Question => {
    const { html = '', text = '' } = pieces[index] ?? {}
    return { id, title, words, html, text }
  })
  return { questions, sources }
}

export async function faq(): Promise<{ groups: QuestionGroup[]; sources: Citation[]; reviewed: string }> {
  const all = await files()
  const { questions, sources } = await answered(all.flatMap(questionsIn))
  const groups = all.map((file): QuestionGroup => {
    const { name, title } = file.data
    return { name, title, questions: questions.splice(0, questionsIn(file).length) }
  })
  return { groups, sources, reviewed: newestReview(all) }
}

/** The first group, for the home page, with that page's source numbers. */
export async function firstQuestions(sources: readonly Citation[]): Promise<Question[]> {
  const [first] = await files()
  return first ? (await answered(questionsIn(first), sources)).questions : []
}

export async function faqEntries(): Promise<{ question: string; answerText: string }[]> {
  const { groups } = await faq()
  return groups.flatMap(({ questions }) => questions.map(({ title, text }) => ({ question: title, answerText: text })))
}
