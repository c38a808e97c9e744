export { default, generateMetadata } from '@/app/(en)/not-found'

export const dynamicParams = false
