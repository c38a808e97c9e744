export { default, generateMetadata } from '@/app/(en)/(site)/about/page'

export const dynamicParams = false
