import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Article, DraftBanner } from '@/components/blog/article'
import { SaveForOffline } from '@/components/blog/saved-posts'
import { PostData } from '@/components/blog/structured-data'
import { Contents } from '@/components/site/contents'
import { pageMetadata } from '@/components/site/metadata'
import { Page } from '@/components/site/page'
import { getTranslations } from 'next-intl/server'
import { Island } from '@/components/ui/island'
import { absoluteUrlAtBuild } from '@/lib/site-settings'
import { readNeighbours, readDraftPost, isPreview, readPost, slugsToBuild } from '@/lib/content/posts'
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
  if (await isPreview()) {
    const draft = await readDraftPost(slug)
    return draft ? { post: draft, preview: { isPublished: draft.isPublished } } : notFound()
  }
  const published = await readPost(slug)
  return published ? { post: published, preview: null } : notFound()
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { post, preview } = await loadPost(props)
  const path = paths.post(post.slug)
  const { title, description } = post
  return pageMetadata({ path, title, description, article: post, ...(preview && { index: false }) })
}

export default async function PostPage(props: Props) {
  const { post, preview } = await loadPost(props)
  const { slug, title, contents } = post
  const t = await getTranslations('pages')
  const path = paths.post(slug)
  const address = absoluteUrlAtBuild(path)
  return (
    <Page
      path={path}
      breadcrumbs={[
        { name: t('blog.title'), path: paths.blog },
        { name: title, path },
      ]}
    >
      {preview && <DraftBanner slug={slug} isPublished={preview.isPublished} />}
      <Article
        post={post}
        around={await readNeighbours(slug)}
        address={address}
        isPublished={preview?.isPublished ?? true}
        contents={contents.length > 1 && <Contents headings={contents} lang={post.lang} />}
        keep={
          !preview && (
            <Island when="saved" messages={['savedPosts']}>
              <SaveForOffline slug={slug} title={title} />
            </Island>
          )
        }
      />
      {!preview && <PostData post={post} address={address} picture={absoluteUrlAtBuild(paths.picture(path))} />}
    </Page>
  )
}
