import type { Citation } from '@/lib/contract/content'
import { Section } from './section'

/**
 * The number of a source, beside the statement that rests on it.
 * @throws {Error} when the page's list lacks the source, so that no number can lead nowhere.
 */
export function Cite({ of, id }: { of: readonly Citation[]; id: string }) {
  const found = of.find((citation) => citation.id === id)
  if (!found) throw new Error(`The page cites "${id}" without listing it.`)
  return (
    <sup className="text-[0.75em] leading-none font-semibold">
      <a
        href={`#source-${id}`}
        aria-label={`Source ${found.number}`}
        className="px-0.5 py-2 text-primary hover:underline"
      >
        {found.number}
      </a>
    </sup>
  )
}

/** Text in which asterisks enclose what is set in italics. */
function Italics({ text }: { text: string }) {
  return text.split('*').map((part, index) => (index % 2 ? <i key={part}>{part}</i> : part))
}

/** The numbered list at the end of a page that the numbers lead to. */
export function Sources({ of }: { of: readonly Citation[] }) {
  return (
    <Section name="Sources on this page">
      <ol className="max-w-176 text-sm">
        {of.map(({ id, number, citation, note }) => (
          <li key={id} id={`source-${id}`} className="flex py-1.5 target:bg-tint">
            <span className="w-9 shrink-0 font-semibold text-primary tabular-nums">{number}</span>
            <span>
              <Italics text={citation} />
              {note && <span className="block text-muted">{note}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}
