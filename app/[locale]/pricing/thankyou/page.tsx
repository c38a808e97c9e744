export { default, generateMetadata } from '@/app/(en)/pricing/thankyou/page'

export const dynamicParams = false
