import { blogTags, paths, tagWords } from '@/lib/site'
import { currentBar } from './current-bar'

const item = 'tap -mx-3 px-3 text-md text-text hover:underline aria-[current]:font-semibold aria-[current]:no-underline'

/** The words of an entry, over a bar where it is the current one. */
function Words({ current, children }: { current: boolean; children: string }) {
  return <span className={`py-2 ${current ? currentBar : ''}`}>{children}</span>
}

/** The eight tags and the way back to all posts. */
export function TagNav({ tag }: { tag?: string }) {
  return (
    <nav aria-label="Posts by tag" data-chrome data-ahead="intent" className="mt-6">
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        <li>
          <a href={paths.blog} aria-current={tag === undefined ? 'page' : undefined} className={item}>
            <Words current={tag === undefined}>all</Words>
          </a>
        </li>
        {blogTags.map((name) => (
          <li key={name}>
            <a href={paths.tag(name)} aria-current={name === tag ? 'page' : undefined} className={item}>
              <Words current={name === tag}>{tagWords(name)}</Words>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
