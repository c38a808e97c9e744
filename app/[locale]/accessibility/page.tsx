export { default, generateMetadata } from '@/app/(en)/(site)/accessibility/page'

export const dynamicParams = false
