export { default, generateMetadata } from '@/app/(en)/profile/page'

export const dynamicParams = false
