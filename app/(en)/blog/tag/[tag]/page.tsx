import { listMetadata, ListPage } from '@/components/blog/posts-page'
import { blogTags } from '@/lib/site'
import { postsWithTag } from '@/app/(en)/blog/lists'

type Props = { params: Promise<{ tag: string }> }

export const revalidate = 120

/** An unknown tag is 404; an empty tag is a page. */
export const dynamicParams = false

export function generateStaticParams() {
  return blogTags.map((tag) => ({ tag }))
}

export const generateMetadata = async ({ params }: Props) => listMetadata(await postsWithTag(await params))

export default async function TagPage({ params }: Props) {
  return <ListPage {...await postsWithTag(await params)} />
}
