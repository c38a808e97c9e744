import type { Heading } from '@/lib/contract/content'

type ContentsProps = { of: readonly Heading[]; className?: string }

/** What a long page holds, in its margin on a desk, before its text on a phone. */
export function Contents({ of, className = '' }: ContentsProps) {
  return (
    <nav aria-label="Contents" data-chrome className={className}>
      <h2 className="mb-1 text-sm font-semibold tracking-normal text-muted before:mb-3 before:block before:h-2.25 before:w-10 before:bg-accent">
        On this page
      </h2>
      <ol className="columns-[9rem] gap-x-6 text-sm lg:columns-1">
        {of.map(({ id, text }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="flex min-h-11 items-center py-1 text-text hover:underline">
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
