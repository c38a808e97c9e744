import { useTranslations } from 'next-intl'
import { Day, useDay } from '@/components/ui/day'
import { Drawing } from '@/components/ui/drawing'
import { CroppedPicture } from '@/components/ui/cropped-picture'
import { Link } from '@/components/ui/button'
import type { PostSummary } from '@/lib/contract/content'
import { cover, coverHeight } from '@/lib/score'
import { paths } from '@/lib/site'
import { usePostLanguage, useTagName } from './post-language'

const widths = { box: 400, band: 1400 }
const bands = 3

type CoverProps = { slug: string; shape?: 'box' | 'band'; className: string }

/** CSS pixels, as in posts.css. */
const covers = { row: { width: 160, height: 96 }, lead: { width: 352, height: 211 } }

/** A post's drawing. A `box` is shown whole; a `band` is cropped, and repeats in wide windows. */
export function Cover({ slug, shape = 'box', className }: CoverProps) {
  const width = widths[shape]
  const { marks, line, end } = cover(slug, width, shape)
  return (
    <Drawing
      width={shape === 'band' ? bands * width : width}
      repeat={shape === 'band' ? { id: 'cover.band', every: end, times: bands } : undefined}
      height={coverHeight}
      marks={marks}
      line={line}
      precision={1}
      extends="both"
      fit={shape === 'band' ? 'slice' : 'meet'}
      className={`w-full overflow-hidden ${className}`}
    />
  )
}

type PostMetaProps = {
  post: PostSummary
  /** The list's tag, which is not repeated. */
  under?: string
}

function PostMeta({ post, under }: PostMetaProps) {
  const t = useTranslations('blogPost')
  const tagName = useTagName()
  const { name } = usePostLanguage(post)
  const { written, minutes, tags } = post
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <span>
        <Day iso={written} />
      </span>
      {minutes !== null && <span>{t('minutes', { minutes })}</span>}
      {tags[0] && tags[0] !== under && <span>{tagName(tags[0])}</span>}
      {name && <span>{name}</span>}
    </p>
  )
}

export function Imprint({ post: { author, written, reviewed, minutes } }: { post: PostSummary }) {
  const [t, tPost, tReading] = [useTranslations('blog'), useTranslations('blogPost'), useTranslations('reading')]
  const [writtenDay, reviewedDay] = [useDay(written), useDay(reviewed ?? written)]
  return (
    <div className="text-md text-muted">
      {/* The time is beside the name. */}
      <p className="flex flex-wrap items-center gap-x-4">
        <span>
          {t.rich('byline', {
            name: author.name,
            author: (words) => (
              <Link href={paths.by(author.slug)} rel="author" className="link tap print:text-text print:no-underline">
                <bdi>{words}</bdi>
              </Link>
            ),
          })}
        </span>
        {minutes !== null && <span className="print:hidden">{tPost('minutes', { minutes })}</span>}
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span>{t.rich('written', writtenDay)}</span>
        {reviewed && <span>{tReading.rich('reviewed', reviewedDay)}</span>}
      </p>
    </div>
  )
}

type PostListProps = {
  posts: readonly PostSummary[]
  /** Sets the first post larger. */
  lead?: boolean
  minor?: boolean
  /** The list's tag, which is not repeated. */
  under?: string
}

/** The link is named by the title alone; CSS makes the whole entry clickable. */
function Title({ post }: { post: PostSummary }) {
  const { href, hrefLang, lang } = usePostLanguage(post)
  return (
    <a href={href} hrefLang={hrefLang} data-ahead="intent" className="post-title">
      <bdi lang={lang}>{post.title}</bdi>
    </a>
  )
}

function Description({ post }: { post: PostSummary }) {
  const { lang } = usePostLanguage(post)
  return <bdi lang={lang}>{post.description}</bdi>
}

/** Covers are hidden in narrow windows. */
export function PostList({ posts, lead, minor, under }: PostListProps) {
  const Heading = minor ? 'h3' : 'h2'
  return (
    <ul>
      {posts.map((post, index) => (
        <li key={post.slug} className={`group post-row ${lead && index === 0 ? 'post-lead' : ''}`}>
          <div>
            <Heading>
              <Title post={post} />
            </Heading>
            <p>
              <Description post={post} />
            </p>
            <PostMeta post={post} under={under} />
          </div>
          {post.picture ? (
            <CroppedPicture src={post.picture} {...(lead && index === 0 ? covers.lead : covers.row)} />
          ) : (
            <Cover slug={post.slug} className="ground-sunken" />
          )}
        </li>
      ))}
    </ul>
  )
}
