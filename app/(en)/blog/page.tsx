import { getLocale, getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { SavedPosts } from '@/components/blog/saved-posts'
import { ListPage } from '@/components/blog/posts-page'
import { Search } from '@/components/blog/search'
import { BlogData } from '@/components/blog/structured-data'
import { pageMetadata } from '@/components/site/metadata'
import { Island } from '@/components/ui/island'
import { absoluteUrlAtBuild } from '@/lib/site-settings'
import { readPostPage } from '@/lib/content/posts'
import { localPath } from '@/lib/locales'
import { paths } from '@/lib/site'

export const revalidate = 120

export const generateMetadata = () => pageMetadata('blog')

export default async function Blog() {
  const locale = await getLocale()
  const page = await readPostPage(1, { locale })
  if (!page) notFound()
  const t = await getTranslations('pages.blog')
  return (
    <ListPage
      list={paths.blog}
      title={t('title')}
      description={t('description')}
      page={page}
      intro={
        <Island when="address" messages={['blogSearch', 'blogPost', 'blogTagNames', 'searchField']}>
          <Search total={page.total} />
        </Island>
      }
      before={
        <Island when="saved" messages={['savedPosts']}>
          <SavedPosts />
        </Island>
      }
    >
      <BlogData
        posts={page.posts}
        description={t('description')}
        address={absoluteUrlAtBuild(localPath(paths.blog, locale))}
      />
    </ListPage>
  )
}
