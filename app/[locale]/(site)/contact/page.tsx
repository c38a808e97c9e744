export { default, generateMetadata } from '@/app/(en)/(site)/contact/page'
