export { default, generateMetadata } from '@/app/(en)/(site)/tools/page'

export const dynamicParams = false
