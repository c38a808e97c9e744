export { default, generateMetadata } from '@/app/(en)/blog/kept/posts/page'

export const dynamicParams = false
