import { ImageResponse } from 'next/og'
import { ShareImage, shareImageSize } from '@/components/site/share-image'
import { readShareImageText } from '@/lib/content/pages/share-image-text'
import { loadFigtree, toTypeface } from '@/lib/content/pages/share-image-fonts'
import { translatorOf } from '@/lib/i18n/translator'
import { paths } from '@/lib/site'

export const dynamic = 'force-static'
export const revalidate = 120

type Props = { params: Promise<{ page: string[] }> }

/** `/og/features.png` is the picture of `/features`, `/og/home.png` that of the first page. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const requestedPath = `/${(await params).page.join('/')}`
  const path = requestedPath === '/home.png' ? paths.home : requestedPath.replace(/\.png$/, '')
  const heading = paths.picture(path) === `/og${requestedPath}` ? await readShareImageText(path) : null
  if (heading === null) return new Response('Not found', { status: 404 })
  // Titles in other scripts get the blog's heading.
  const text = toTypeface(heading) ?? (await translatorOf('en', 'pages'))('blog.card')
  return new ImageResponse(<ShareImage heading={text} path={path} />, {
    ...shareImageSize,
    fonts: await loadFigtree(),
  })
}
