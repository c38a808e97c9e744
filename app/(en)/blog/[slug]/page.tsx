import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Article, DraftBanner } from '@/components/blog/article'
import { SaveForOffline } from '@/components/blog/saved-posts'
import { PostData } from '@/components/blog/structured-data'
import { Contents } from '@/components/site/contents'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { getLocale, getTranslations } from 'next-intl/server'
import { Island } from '@/components/ui/island'
import { absoluteUrlAtBuild } from '@/lib/site-settings'
import { readNeighbours, readDraftPost, isPreview, readPost, readTranslations, slugsToBuild } from '@/lib/content/posts'
import { localPath } from '@/lib/locales'
import { paths } from '@/lib/site'

type Props = { params: Promise<{ slug: string }> }

export const revalidate = 120

/** The newest posts; others are rendered at their first request. */
export async function generateStaticParams() {
  return (await slugsToBuild()).map((slug) => ({ slug }))
}

/** A preview is never cached. */
async function loadPost({ params }: Props) {
  const { slug } = await params
  const locale = await getLocale()
  if (await isPreview()) {
    const draft = await readDraftPost(slug, locale)
    return draft ? { post: draft, preview: { isPublished: draft.isPublished } } : notFound()
  }
  const published = await readPost(slug, locale)
  return published ? { post: published, preview: null } : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { post, preview } = await loadPost(props)
  const path = paths.post(post.slug)
  const { title, description } = post
  const translations = await readTranslations(post.slug)
  return pageMetadata({ path, title, description, article: post, translations, ...(preview && { index: false }) })
}

export default async function PostPage(props: Props) {
  const { post, preview } = await loadPost(props)
  const { slug, title, contents } = post
  const locale = await getLocale()
  const t = await getTranslations('pages')
  const path = paths.post(slug)
  const localAddress = localPath(path, locale)
  const address = absoluteUrlAtBuild(localAddress)
  return (
    <Page
      path={path}
      translations={await readTranslations(slug)}
      breadcrumbs={[
        { name: t('blog.title'), path: paths.blog },
        { name: title, path },
      ]}
    >
      {preview && <DraftBanner slug={slug} isPublished={preview.isPublished} />}
      <Article
        post={post}
        around={await readNeighbours(slug, locale)}
        address={address}
        isPublished={preview?.isPublished ?? true}
        contents={
          contents.length > 1 && <Contents headings={contents} lang={post.lang === locale ? undefined : post.lang} />
        }
        keep={
          !preview && (
            <Island when="saved" messages={['savedPosts']}>
              <SaveForOffline slug={slug} title={title} />
            </Island>
          )
        }
      />
      {!preview && <PostData post={post} address={address} picture={absoluteUrlAtBuild(paths.picture(localAddress))} />}
    </Page>
  )
}
