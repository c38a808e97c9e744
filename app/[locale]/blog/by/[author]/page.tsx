export { default, generateMetadata, generateStaticParams } from '@/app/(en)/blog/by/[author]/page'

export const revalidate = 120
export const dynamicParams = false
