import type { ReactNode } from 'react'
import type { Around, Post } from '@/lib/contract/content'
import { paths, tagWords } from '@/lib/site'
import { Cover } from './cover'
import { FooterFrame } from './footer-frame'
import { Neighbours } from './neighbours'
import { Part } from './part'
import { PostList } from './post-list'
import { Imprint } from './post-meta'
import { ShareLinks } from './share-links'

type ArticleProps = {
  post: Post
  /** The table of contents, or nothing where there is none worth having. */
  contents: ReactNode
  around: Around
  /** The canonical address, absolute. */
  address: string
  /** Whether others find anything at that address; where they do not, it is not offered to be passed on. */
  isPublished: boolean
  /** Lets a reader keep the post; not given for a preview. */
  keep?: ReactNode
}

/** Letters of a title that still stands in the largest type. */
const large = 64

const onward = 'link tap text-md'

/** A post: the answer in a box, the contents, the text with its numbered sources, and the ways on. */
export function Article({ post, contents, around, address, isPublished, keep }: ArticleProps) {
  const { slug, title, description, answer, html, tags } = post
  const { newer, older, related } = around
  return (
    <article data-post>
      <header className="mx-auto max-w-page px-gut pt-10 pb-10 lg:pt-16 print:px-0 print:pb-4">
        <p className="mb-4" data-chrome>
          <a href={paths.blog} className={onward}>
            All posts
          </a>
        </p>
        <h1 className={title.length > large ? 'max-w-[28ch] text-3xl md:text-5xl' : 'max-w-[20ch]'}>{title}</h1>
        <p className="mt-6 mb-4 max-w-144 text-lg md:text-xl">{description}</p>
        <Imprint post={post} />
      </header>
      <Cover slug={slug} shape="band" className="band ground-sunken" />
      <div className="margined stretch mx-auto max-w-page gap-y-10 px-gut print:block print:p-0">
        {answer && (
          <section
            aria-labelledby="answer"
            className="ground-tint max-w-measure p-6 md:p-10 lg:col-start-2 print:mb-6 print:border-y print:border-text print:bg-transparent print:px-0 print:py-4"
          >
            <h2 id="answer" className="small-name">
              The short answer
            </h2>
            <p className="mt-2 text-lg">
              <span className="prose" dangerouslySetInnerHTML={{ __html: answer }} />
            </p>
          </section>
        )}
        {contents}
        <div className="min-w-0 lg:col-start-2">
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          <div className="mt-10 max-w-measure border-t border-hair pt-4">
            <p className="text-md">
              <strong>Education, not a diagnosis.</strong>
            </p>
            {isPublished && <p className="hidden text-md print:block">{address}</p>}
            <div data-chrome className="mt-2 flex flex-wrap items-center gap-x-4">
              <p id="more-about" className="text-md text-muted">
                More about
              </p>
              <ul aria-labelledby="more-about" data-ahead="intent" className="flex flex-wrap gap-x-6">
                {tags.map((tag) => (
                  <li key={tag}>
                    <a href={paths.tag(tag)} className={onward}>
                      {tagWords(tag)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          </div>
          {post.runsFooter && <FooterFrame slug={slug} title={title} />}
        </div>
      </div>
      {isPublished && (
        <Part name={keep ? 'Keep it, pass it on' : 'Pass it on'}>
          {keep && <div className="mb-6">{keep}</div>}
          <ShareLinks title={title} address={address} />
        </Part>
      )}
      {(related.length > 0 || newer || older) && (
        <Part name="Read on">
          {related.length > 0 && <PostList posts={related} minor />}
          <Neighbours newer={newer} older={older} />
        </Part>
      )}
    </article>
  )
}
