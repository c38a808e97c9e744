export { default, generateMetadata } from '@/app/(en)/(site)/page'

export const dynamicParams = false
