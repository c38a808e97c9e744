export { default, generateMetadata } from '@/app/(en)/(site)/personal-therapy-2/page'

export const dynamicParams = false
