import * as z from 'zod'
import type { Citation, RenderedText, ProtocolPart, Study } from '@/lib/contract/content'
import { renderCopy, type Copy } from './copy'
import { getSource } from './evidence'
import { readCopyFile, newestReview, type CopyFile } from '@/lib/content/content-files'

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

/** Each study is cited after its first result. */
function copiesOf({ file, data, body }: File): Copy[] {
  return [
    { file, text: body },
    ...data.drawn.map((id) => ({ file, text: `[^${id}]` })),
    ...data.studies.flatMap((study) => {
      const lines = [study.what, ...outcomes.map((kind) => study[kind])].filter((text) => text !== undefined)
      return lines.map((text, index) => ({
        file,
        inline: true,
        text: index === 1 ? `${text}[^${study.source}]` : text,
      }))
    }),
    { file, text: data.after },
  ]
}

function studyOf(record: Record['studies'][number], next: () => RenderedText): Study {
  const { people, size } = getSource(record.source)
  const renderNext = (text: string | undefined) => (text === undefined ? null : next().html)
  return {
    people,
    name: record.name ?? (people === null ? (size ?? '') : `${people} people`),
    what: next().html,
    found: renderNext(record.found),
    changed: renderNext(record.changed),
    unchanged: renderNext(record.unchanged),
    mind: renderNext(record.mind),
  }
}

function partOf({ id, data }: File, next: () => RenderedText): ProtocolPart {
  const { html } = next()
  data.drawn.forEach(next)
  const studies = data.studies.map((study) => studyOf(study, next))
  return { id, name: data.name, title: data.title, html, studies, after: next().html }
}

export async function readProtocol<Name extends string>(
  names: readonly Name[],
): Promise<{ parts: { [name in Name]: ProtocolPart }; sources: Citation[]; reviewed: string }> {
  const files = await Promise.all(
    names.map(async (id) => ({ id, ...(await readCopyFile(`en/protocol/${id}.md`, schema)) })),
  )
  const { pieces, sources } = await renderCopy(files.flatMap(copiesOf))
  const queue = pieces.values()
  const next = (): RenderedText => queue.next().value ?? { html: '', contents: [], text: '' }
  const parts = Object.fromEntries(files.map((file) => [file.id, partOf(file, next)]))
  return { parts: parts as { [name in Name]: ProtocolPart }, sources, reviewed: newestReview(files) }
}
