import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button, Link } from '@/components/ui/button'
import { builtScript, inline } from '@/components/ui/inline'
import type { PostNeighbours, Post, PostSummary } from '@/lib/contract/content'
import { languageAttributes } from '@/lib/contract/format'
import { defaultLocale, isolate } from '@/lib/locales'
import { registeredPaths, paths } from '@/lib/site'
import { usePostLanguage, useTagName } from './post-language'
import { Cover, Imprint, PostList } from './post-list'
import { ShareLinks } from './share-links'

type DraftBannerProps = { slug: string; isPublished: boolean }

export function DraftBanner({ slug, isPublished }: DraftBannerProps) {
  const t = useTranslations('blog.preview')
  const locale = useLocale()
  return (
    <aside aria-label={t('name')} data-chrome className="ground-tint">
      <form
        action={registeredPaths.previewEnd}
        method="post"
        className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-gut py-4"
      >
        <p>{t.rich(isPublished ? 'published' : 'draft', { strong: (words) => <strong>{words}</strong> })}</p>
        <input type="hidden" name="slug" value={slug} />
        <input type="hidden" name="lang" value={locale} />
        <Button type="submit">{t('leave')}</Button>
      </form>
    </aside>
  )
}

type FooterFrameProps = { slug: string; title: string }

/** The publisher's code in a sandboxed document, which cannot reach this page, its storage or our API. */
function FooterFrame({ slug, title }: FooterFrameProps) {
  const t = useTranslations('blog')
  const locale = useLocale()
  return (
    <iframe
      src={`${paths.blogFooter(slug)}${locale === defaultLocale ? '' : `?lang=${locale}`}`}
      title={t('attachedTo', { title: isolate(title, locale) })}
      sandbox="allow-scripts"
      loading="lazy"
      referrerPolicy="no-referrer"
      data-chrome
      className="mt-10 block h-80 w-full max-w-measure border border-hair"
    />
  )
}

function Neighbour({ post, name, rel }: { post: PostSummary; name: string; rel: 'prev' | 'next' }) {
  const { href, lang } = usePostLanguage(post)
  return (
    <a href={href} rel={rel} className="group neighbour">
      <span className="block text-sm text-muted">{name}</span>
      <span className="post-title mt-1 block text-lg">
        <bdi lang={lang}>{post.title}</bdi>
      </span>
    </a>
  )
}

function Neighbours({ newer, older }: Pick<PostNeighbours, 'newer' | 'older'>) {
  const t = useTranslations('blog.neighbours')
  if (!newer && !older) return null
  return (
    <nav aria-label={t('name')} data-ahead="intent" className="neighbours">
      {older && <Neighbour post={older} name={t('older')} rel="prev" />}
      {newer && <Neighbour post={newer} name={t('newer')} rel="next" />}
    </nav>
  )
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} data-chrome className="stretch border-t border-hair">
      <div className="margined mx-auto max-w-page px-gut">
        <h2 className="part-name">{name}</h2>
        <div className="max-w-measure min-w-0">{children}</div>
      </div>
    </section>
  )
}

type ArticleProps = {
  post: Post
  contents: ReactNode
  around: PostNeighbours
  address: string
  /** Drafts cannot be shared. */
  isPublished: boolean
  keep?: ReactNode
}

/** Printing would omit lazy pictures. */
function loadPicturesBeforePrint() {
  addEventListener('beforeprint', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('article img')) picture.loading = 'eager'
  })
}

export const printScript = builtScript('print', inline(loadPicturesBeforePrint))

/** Longer titles are set smaller. */
const large = 64

const onward = 'link tap text-md'

export function Article({ post, contents, around, address, isPublished, keep }: ArticleProps) {
  const t = useTranslations('blog')
  const tagName = useTagName()
  const { slug, title, description, answer, html, tags } = post
  const { newer, older, related } = around
  const language = languageAttributes(usePostLanguage(post).lang)
  return (
    <article data-post>
      <header className="mx-auto max-w-page px-gut pt-10 pb-10 lg:pt-16 print:px-0 print:pb-4">
        <p className="mb-4" data-chrome>
          <Link href={paths.blog} className={onward}>
            {t('allPosts')}
          </Link>
        </p>
        <h1 {...language} className={title.length > large ? 'max-w-[28ch] text-3xl md:text-5xl' : 'max-w-[20ch]'}>
          {title}
        </h1>
        <p {...language} className="mt-6 mb-4 max-w-144 text-lg md:text-xl">
          {description}
        </p>
        <Imprint post={post} />
      </header>
      <Cover slug={slug} shape="band" className="band ground-sunken" />
      <div className="margined stretch mx-auto max-w-page gap-y-10 px-gut print:block print:p-0">
        {contents}
        <div className="min-w-0 lg:col-start-2">
          {/* Beside the text, so that reader modes keep it. */}
          {answer && (
            <section
              aria-labelledby="answer"
              className="ground-tint mb-10 max-w-measure p-6 md:p-10 print:mb-6 print:border-y print:border-text print:bg-transparent print:px-0 print:py-4"
            >
              <h2 id="answer" className="small-name">
                {t('shortAnswer')}
              </h2>
              <p className="mt-2 text-lg">
                <span {...language} className="prose" dangerouslySetInnerHTML={{ __html: answer }} />
              </p>
            </section>
          )}
          <div {...language} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
          <div className="mt-10 max-w-measure border-t border-hair pt-4">
            <p className="text-md">
              <strong>{t('notADiagnosis')}</strong>
            </p>
            {isPublished && <p className="hidden text-md print:block">{address}</p>}
            <div data-chrome className="mt-2 flex flex-wrap items-center gap-x-4">
              <p id="more-about" className="text-md text-muted">
                {t('moreAbout')}
              </p>
              <ul aria-labelledby="more-about" data-ahead="intent" className="flex flex-wrap gap-x-6">
                {tags.map((tag) => (
                  <li key={tag}>
                    <Link href={paths.tag(tag)} className={onward}>
                      {tagName(tag)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          </div>
          <script dangerouslySetInnerHTML={{ __html: printScript }} />
          {post.runsFooter && <FooterFrame slug={slug} title={title} />}
        </div>
      </div>
      {isPublished && (
        <Part name={t(keep ? 'saveAndShare' : 'share')}>
          {keep && <div className="mb-6">{keep}</div>}
          <ShareLinks title={title} address={address} />
        </Part>
      )}
      {(related.length > 0 || newer || older) && (
        <Part name={t('readOn')}>
          {related.length > 0 && <PostList posts={related} minor />}
          <Neighbours newer={newer} older={older} />
        </Part>
      )}
    </article>
  )
}
