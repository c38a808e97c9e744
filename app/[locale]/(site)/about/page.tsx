export { default, generateMetadata } from '@/app/(en)/(site)/about/page'
