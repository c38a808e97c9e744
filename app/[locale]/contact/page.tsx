export { default, generateMetadata } from '@/app/(en)/(site)/contact/page'

export const dynamicParams = false
