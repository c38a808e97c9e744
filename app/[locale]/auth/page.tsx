export { default, generateMetadata } from '@/app/(en)/auth/page'

export const dynamicParams = false
