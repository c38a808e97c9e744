export { default, generateMetadata } from '@/app/(en)/(site)/accessibility/page'
