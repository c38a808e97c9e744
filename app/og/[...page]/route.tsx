import { ImageResponse } from 'next/og'
import { ShareImage, shareImageSize } from '@/components/site/share-image'
import { loadFigtree, readShareImageText, toTypeface } from '@/lib/content/pages/share-image'
import { translatorOf } from '@/lib/i18n/messages'
import { splitPath } from '@/lib/locales'
import { paths } from '@/lib/site'

export const dynamic = 'force-static'
export const revalidate = 120

type Props = { params: Promise<{ page: string[] }> }

/** `/og/features.png` is the picture of `/features`, `/og/es.png` that of `/es`, and `/og/home.png` that of the first page. */
export async function GET(_request: Request, { params }: Props): Promise<Response> {
  const requestedPath = `/${(await params).page.join('/')}`
  const address = requestedPath === '/home.png' ? paths.home : requestedPath.replace(/\.png$/, '')
  const { locale, path } = splitPath(address)
  const heading = paths.picture(address) === `/og${requestedPath}` ? await readShareImageText(path, locale) : null
  if (heading === null) return new Response('Not found', { status: 404 })
  // Titles in other scripts get the blog's heading. In a language of another script there are no words.
  const text = toTypeface(heading) ?? toTypeface((await translatorOf(locale, 'pages'))('blog.card'))
  return new ImageResponse(<ShareImage heading={text} path={path} />, {
    ...shareImageSize,
    fonts: await loadFigtree(),
  })
}
