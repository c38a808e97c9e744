import { listMetadata, ListPage } from '@/components/blog/posts-page'
import { pagesToBuild } from '@/lib/content/posts'
import { allPosts } from '@/app/(en)/blog/lists'

type Props = { params: Promise<{ n: string }> }

export const revalidate = 120

/** From page 2: the first page is `/blog`. */
export async function generateStaticParams() {
  return (await pagesToBuild()).map((n) => ({ n: String(n) }))
}

export const generateMetadata = async ({ params }: Props) => listMetadata(await allPosts(await params))

export default async function BlogListPage({ params }: Props) {
  return <ListPage {...await allPosts(await params)} />
}
