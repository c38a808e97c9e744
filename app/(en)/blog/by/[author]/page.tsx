import { AuthorIntro } from '@/components/blog/author-intro'
import { listMetadata, ListPage } from '@/components/blog/posts-page'
import { readAuthorSlugs } from '@/lib/content/posts'
import { postsBy } from '@/app/(en)/blog/lists'

type Props = { params: Promise<{ author: string }> }

export const revalidate = 120

/** Any other address is 404. */
export const dynamicParams = false

export async function generateStaticParams() {
  return (await readAuthorSlugs()).map((slug) => ({ author: slug }))
}

export const generateMetadata = async ({ params }: Props) => listMetadata((await postsBy(await params)).listing)

export default async function AuthorPage({ params }: Props) {
  const { author, listing } = await postsBy(await params)
  return <ListPage {...listing} intro={<AuthorIntro of={author} total={listing.page.total} />} />
}
