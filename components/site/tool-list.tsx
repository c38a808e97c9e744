import copy from '@/content/pages/tools.json'
import type { Item } from './lists'

/** Pages, each with what it is for. */
export function LinkList({ links }: { links: readonly (Item & { href: string })[] }) {
  return (
    <ul className="mt-6 grid gap-x-12 gap-y-6 md:grid-cols-3 lg:mt-10">
      {links.map(({ href, title, text }) => (
        <li key={href} className="border-t border-hair pt-4">
          <h3>
            <a href={href} className="link tap">
              {title}
            </a>
          </h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}

export const ToolList = () => <LinkList links={copy.tools} />
