import * as z from 'zod'
import type { Citation, RenderedText, ProtocolPart, Study } from '@/lib/contract/content'
import { readCopyFile, newestReview, type CopyFile } from '@/lib/content/content-files'
import { translatorOf } from '@/lib/i18n/messages'
import type { Locale } from '@/lib/locales'
import { renderCopy, type Copy } from './copy'
import { getSource } from './evidence'

const line = z.string().min(1).optional()
const schema = z.strictObject({
  /** Entry in the contents and first word of the heading. */
  name: z.string().min(1),
  title: z.string().min(1),
  reviewed: z.iso.date(),
  /** Studies shown as a drawing instead of a panel. */
  drawn: z.array(z.string()).default([]),
  studies: z
    .array(
      z
        .strictObject({
          source: z.string(),
          name: z.string().min(1).optional(),
          what: z.string().min(1),
          found: line,
          changed: line,
          unchanged: line,
          mind: line,
        })
        .refine(
          ({ found, changed, unchanged, mind }) => found ?? changed ?? unchanged ?? mind,
          'needs found, changed, unchanged or mind',
        ),
    )
    .default([]),
  after: z.string().default(''),
})
type Record = z.infer<typeof schema>
type File = CopyFile<Record> & { id: string }

const outcomes = ['found', 'changed', 'unchanged', 'mind'] as const

/** In French, the number of a source stands before the full stop. */
const cited = (text: string, id: string, locale: Locale) =>
  locale === 'fr' ? text.replace(/\.?$/, `[^${id}]$&`) : `${text}[^${id}]`

/** Each study is cited after its first result. */
function copiesOf({ file, data, body }: File, locale: Locale): Copy[] {
  return [
    { file, text: body },
    ...data.drawn.map((id) => ({ file, text: `[^${id}]` })),
    ...data.studies.flatMap((study) => {
      const lines = [study.what, ...outcomes.map((kind) => study[kind])].filter((text) => text !== undefined)
      return lines.map((text, index) => ({
        file,
        inline: true,
        text: index === 1 ? cited(text, study.source, locale) : text,
      }))
    }),
    { file, text: data.after },
  ]
}

type Context = { locale: Locale; t: Awaited<ReturnType<typeof wordsOf>>; next: () => RenderedText }

const wordsOf = (locale: Locale) => translatorOf(locale, 'protocol')

function studyOf(record: Record['studies'][number], { locale, t, next }: Context): Study {
  const { people, size } = getSource(record.source, locale)
  const renderNext = (text: string | undefined) => (text === undefined ? null : next().html)
  return {
    people,
    name: record.name ?? (people === null ? (size ?? '') : t('studyPeople', { people })),
    what: next().html,
    found: renderNext(record.found),
    changed: renderNext(record.changed),
    unchanged: renderNext(record.unchanged),
    mind: renderNext(record.mind),
  }
}

function partOf({ id, data }: File, context: Context): ProtocolPart {
  const { next } = context
  const { html } = next()
  data.drawn.forEach(next)
  const studies = data.studies.map((study) => studyOf(study, context))
  return { id, name: data.name, title: data.title, html, studies, after: next().html }
}

export async function readProtocol<Name extends string>(
  names: readonly Name[],
  locale: Locale,
): Promise<{ parts: { [name in Name]: ProtocolPart }; sources: Citation[]; reviewed: string }> {
  const files = await Promise.all(
    names.map(async (id) => ({ id, ...(await readCopyFile(`${locale}/protocol/${id}.md`, schema)) })),
  )
  const [{ pieces, sources }, t] = await Promise.all([
    renderCopy(
      locale,
      files.flatMap((file) => copiesOf(file, locale)),
    ),
    wordsOf(locale),
  ])
  const queue = pieces.values()
  const next = (): RenderedText => queue.next().value ?? { html: '', contents: [], text: '' }
  const parts = Object.fromEntries(files.map((file) => [file.id, partOf(file, { locale, t, next })]))
  return { parts: parts as { [name in Name]: ProtocolPart }, sources, reviewed: newestReview(files) }
}
