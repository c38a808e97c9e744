export { default, generateMetadata, generateStaticParams } from '@/app/(en)/blog/page/[n]/page'

export const revalidate = 120
