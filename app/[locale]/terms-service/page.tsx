export { default, generateMetadata } from '@/app/(en)/(site)/terms-service/page'

export const dynamicParams = false
