import { z } from 'zod'
import type { Citation, Question, QuestionGroup } from '@/lib/contract/content'
import { renderCopy, type Copy } from './copy'
import { copyFolder, type CopyFile } from './files'

const schema = z.strictObject({ order: z.number().int(), name: z.string().min(1), title: z.string().min(1) })
type File = CopyFile<z.infer<typeof schema>>

type Asked = Copy & { id: string; title: string }

/**
 * The questions of a file: each begins with `## Question {#id}`.
 * @throws {Error} naming the file, when a heading has no id or text stands before the first.
 */
export function questionsIn({ file, body }: Pick<File, 'file' | 'body'>): Asked[] {
  const [before = '', ...parts] = body.split(/^## /m)
  if (before.trim()) throw new Error(`${file}: text stands before the first question.`)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n')
    const named = /^(.+?)\s*\{#([a-z][a-z-]*)\}\s*$/.exec(heading)
    if (!named) throw new Error(`${file}: “${heading}” has no {#id} at its end.`)
    return { file, title: named[1] ?? '', id: named[2] ?? '', text: lines.join('\n') }
  })
}

async function files(): Promise<File[]> {
  const all = (await copyFolder('faq', schema)).toSorted((one, other) => one.data.order - other.data.order)
  const ids = all.flatMap((file) => questionsIn(file).map(({ id }) => id))
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`content/faq: two questions have the id "${twice}".`)
  return all
}

async function answered(asked: Asked[], given?: readonly Citation[]) {
  const { pieces, sources } = await renderCopy(asked, given)
  const questions = asked.map(({ id, title }, index): Question => {
    const { html = '', text = '' } = pieces[index] ?? {}
    return { id, title, html, text }
  })
  return { questions, sources }
}

/** Every question in its group, in order, and the page's sources. */
export async function faq(): Promise<{ groups: QuestionGroup[]; sources: Citation[] }> {
  const all = await files()
  const { questions, sources } = await answered(all.flatMap(questionsIn))
  const groups = all.map((file): QuestionGroup => {
    const { name, title } = file.data
    return { name, title, questions: questions.splice(0, questionsIn(file).length) }
  })
  return { groups, sources }
}

/** The five that are asked first, cited with the numbers that the page has given its sources. */
export async function firstQuestions(sources: readonly Citation[]): Promise<Question[]> {
  const [first] = await files()
  return first ? (await answered(questionsIn(first), sources)).questions : []
}

/** All questions with their answers as plain text, for programs that read the page. */
export async function faqEntries(): Promise<{ question: string; answerText: string }[]> {
  const { groups } = await faq()
  return groups.flatMap(({ questions }) => questions.map(({ title, text }) => ({ question: title, answerText: text })))
}
