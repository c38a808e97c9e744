export { default, generateMetadata } from '@/app/(en)/blog/page'

export const revalidate = 120
export const dynamicParams = false
