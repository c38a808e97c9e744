import { listMetadata, ListPage } from '@/components/blog/posts-page'
import { postsWithTag } from '@/app/(en)/blog/lists'

type Props = { params: Promise<{ tag: string; n: string }> }

export const revalidate = 120

/** Rendered on request, so that builds do not grow with the archive. */
export const generateStaticParams = () => []

export const generateMetadata = async ({ params }: Props) => listMetadata(await postsWithTag(await params))

export default async function TagListPage({ params }: Props) {
  return <ListPage {...await postsWithTag(await params)} />
}
