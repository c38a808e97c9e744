import { listMetadata, ListPage } from '@/components/blog/posts-page'
import { postsBy } from '@/app/(en)/blog/lists'

type Props = { params: Promise<{ author: string; n: string }> }

export const revalidate = 120

/** Rendered on request, so that builds do not grow with the archive. */
export const generateStaticParams = () => []

export const generateMetadata = async ({ params }: Props) => listMetadata((await postsBy(await params)).listing)

export default async function AuthorListPage({ params }: Props) {
  return <ListPage {...(await postsBy(await params)).listing} />
}
