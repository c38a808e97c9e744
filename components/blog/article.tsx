import type { Post } from '@/lib/contract/content'
import { paths } from '@/lib/site'
import { Cover } from './cover'
import { PostMeta } from './post-meta'

/** A post: the answer in a box, the contents, the text with its numbered sources. */
export function Article({ post }: { post: Post }) {
  const { slug, title, description, answer, contents, html, tags } = post
  return (
    <article>
      <div className="mx-auto max-w-page px-gut pt-10 pb-10 lg:pt-16">
        <p className="mb-4 flex flex-wrap items-center gap-x-6 text-md" data-chrome>
          <a href={paths.blog} className="link inline-flex min-h-11 min-w-11 items-center">
            Blog
          </a>
          {tags[0] && (
            <a href={paths.tag(tags[0])} className="link inline-flex min-h-11 min-w-11 items-center">
              {tags[0].replaceAll('-', ' ')}
            </a>
          )}
        </p>
        <h1 className="max-w-[20ch]">{title}</h1>
        <p className="mt-6 mb-6 max-w-144 text-lg md:text-xl">{description}</p>
        <PostMeta post={post} full />
      </div>
      <Cover slug={slug} shape="band" className="ground-sunken h-[clamp(9rem,18vw,15.6rem)]" />
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-gut pt-10 pb-16 lg:grid-cols-[14rem_minmax(0,1fr)] lg:pt-16 lg:pb-26">
        {answer && (
          <section aria-labelledby="answer" className="ground-tint max-w-measure p-6 md:p-10 lg:col-start-2">
            <h2 id="answer" className="text-sm font-semibold tracking-normal text-muted">
              The short answer
            </h2>
            <p className="mt-2 text-lg">
              <span className="prose" dangerouslySetInnerHTML={{ __html: answer }} />
            </p>
          </section>
        )}
        <nav
          aria-label="Contents"
          data-chrome
          className="text-sm lg:sticky lg:top-6 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start"
        >
          <h2 className="mb-1 text-sm font-semibold tracking-normal text-muted before:mb-3 before:block before:h-2.25 before:w-10 before:bg-accent">
            On this page
          </h2>
          <ol>
            {contents.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`} className="flex min-h-11 items-center text-text hover:underline">
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="lg:col-start-2">
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          <ul aria-label="Tags" className="mt-10 flex flex-wrap gap-x-6 border-t border-hair pt-4">
            {tags.map((tag) => (
              <li key={tag}>
                <a href={paths.tag(tag)} className="link inline-flex min-h-11 min-w-11 items-center text-md">
                  {tag.replaceAll('-', ' ')}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </article>
  )
}
