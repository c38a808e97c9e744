import { ImageResponse } from 'next/og'
import { ShareImage, shareImageSize } from '@/components/site/share-image'
import { readShareImageText } from '@/lib/content/pages/share-image-text'
import { loadFigtree, toTypeface } from '@/lib/content/pages/share-image-fonts'
import { pages } from '@/lib/pages'
import { paths } from '@/lib/site'

export const dynamic = 'force-static'
export const revalidate = 120

type Props = { params: Promise<{ page: string[] }> }

/** `/og/features.png` is the picture of `/features`, `/og/home.png` that of the first page. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const asked = `/${(await params).page.join('/')}`
  const path = asked === '/home.png' ? paths.home : asked.replace(/\.png$/, '')
  const heading = paths.picture(path) === `/og${asked}` ? await readShareImageText(path) : null
  if (heading === null) return new Response('Not found', { status: 404 })
  // Titles in other scripts get the blog's heading.
  const words = toTypeface(heading) ?? pages.blog.card
  return new ImageResponse(<ShareImage heading={words} path={path} />, {
    ...shareImageSize,
    fonts: await loadFigtree(),
  })
}
