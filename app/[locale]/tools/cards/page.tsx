export { default, generateMetadata } from '@/app/(en)/(site)/tools/cards/page'

export const dynamicParams = false
