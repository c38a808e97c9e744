export { default, generateMetadata, generateStaticParams } from '@/app/(en)/blog/tag/[tag]/page'

export const revalidate = 120
export const dynamicParams = false
