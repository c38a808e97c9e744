export { default, generateMetadata, generateStaticParams } from '@/app/(en)/blog/tag/[tag]/page/[n]/page'

export const revalidate = 120
