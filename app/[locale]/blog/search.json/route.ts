import { defaultLocale, locales, segmentOf } from '@/lib/locales'

export { GET } from '@/app/(en)/blog/search.json/route'

export const revalidate = 120
export const dynamicParams = false

export const generateStaticParams = () =>
  locales.filter((each) => each !== defaultLocale).map((each) => ({ locale: segmentOf(each) }))
