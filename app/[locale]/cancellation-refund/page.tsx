export { default, generateMetadata } from '@/app/(en)/(site)/cancellation-refund/page'

export const dynamicParams = false
