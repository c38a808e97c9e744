export { default, generateMetadata, generateStaticParams } from '@/app/(en)/blog/by/[author]/page/[n]/page'

export const revalidate = 120
