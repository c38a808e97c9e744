export { default, generateMetadata } from '@/app/(en)/(site)/features/page'

export const dynamicParams = false
