import { paths } from '@/lib/site'

type FeedLinksProps = {
  /** The posts of one tag; all of them where it is not given. */
  tag?: string
}

const kinds = [
  { name: 'RSS', file: 'rss.xml', all: paths.feed },
  { name: 'Atom', file: 'atom.xml', all: paths.atom },
  { name: 'JSON Feed', file: 'feed.json', all: paths.jsonFeed },
] as const

/** The same posts for programs that read blogs, in the three forms that they know. */
export function FeedLinks({ tag }: FeedLinksProps) {
  return (
    <p data-chrome className="mt-10 flex flex-wrap items-center gap-x-6 border-t border-hair pt-4 text-md">
      <span className="w-full text-muted sm:w-auto">Read {tag ? 'these posts' : 'the blog'} in a feed reader:</span>
      {kinds.map(({ name, file, all }) => (
        <a key={name} href={tag ? paths.tagFeed(tag, file) : all} className="link -mx-3 tap px-3">
          {name}
        </a>
      ))}
    </p>
  )
}
