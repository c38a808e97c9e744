import type { Heading } from '@/lib/contract/content'
import { contentsScript } from './contents-script'

/**
 * Its look is the list's (`.toc` in `app/globals.css`), since a long text has a hundred of these. The script may mark it
 * before this is hydrated.
 */
function Entry({ of: { id, text } }: { of: Heading }) {
  return (
    <a href={`#${id}`} suppressHydrationWarning>
      {text}
    </a>
  )
}

function Entries({ of }: { of: readonly Heading[] }) {
  return (
    <ol className="text-sm">
      {of.map((heading) => (
        <li key={heading.id}>
          <Entry of={heading} />
          {heading.parts && heading.parts.length > 0 && (
            <ol>
              {heading.parts.map((part) => (
                <li key={part.id}>
                  <Entry of={part} />
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  )
}

/**
 * What a long page holds, in two levels: in its margin on a desk, where it says what part one is in, and folded
 * up before its text where the window is narrow. Only one of the two is ever shown.
 */
export function Contents({ of }: { of: readonly Heading[] }) {
  const count = of.reduce((sum, { parts }) => sum + 1 + (parts?.length ?? 0), 0)
  return (
    <>
      <nav aria-label="Contents" data-chrome data-contents className="toc max-w-measure lg:hidden">
        {/* It may be opened before this is hydrated. */}
        <details suppressHydrationWarning className="border-y border-hair">
          <summary className="flex min-h-16 items-center justify-between gap-6 py-4">
            <h2 className="text-base font-semibold tracking-normal">
              On this page<span className="font-normal text-muted">{`, ${count} parts`}</span>
            </h2>
            <span className="handle" />
          </summary>
          <div className="pb-4">
            <Entries of={of} />
          </div>
        </details>
      </nav>
      <nav aria-label="Contents" data-chrome data-contents className="toc toc-margin">
        <h2 className="mb-1 part-name">On this page</h2>
        <Entries of={of} />
      </nav>
      <script dangerouslySetInnerHTML={{ __html: contentsScript }} />
    </>
  )
}
