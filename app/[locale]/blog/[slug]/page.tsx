import { slugsToBuild } from '@/lib/content/posts'
import { localeOfSegment } from '@/lib/locales'

export { default, generateMetadata } from '@/app/(en)/blog/[slug]/page'

export const revalidate = 120

/** Only the posts of this language. */
export async function generateStaticParams({ params }: { params: { locale: string } }) {
  return (await slugsToBuild(localeOfSegment(params.locale))).map((slug) => ({ slug }))
}
