import { blogTags, paths } from '@/lib/site'

const item =
  'inline-flex min-h-11 min-w-11 items-center justify-center text-md text-text hover:underline aria-[current]:font-semibold ' +
  'aria-[current]:shadow-[inset_0_-4px_0_var(--primary)]'

/** The eight tags and the way back to all posts. */
export function TagNav({ tag }: { tag?: string }) {
  return (
    <nav aria-label="Posts by tag" className="mt-6">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        <li>
          <a href={paths.blog} aria-current={tag === undefined ? 'page' : undefined} className={item}>
            all
          </a>
        </li>
        {blogTags.map((name) => (
          <li key={name}>
            <a href={paths.tag(name)} aria-current={name === tag ? 'page' : undefined} className={item}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
