export { default, generateMetadata } from '@/app/(en)/(site)/features/page'
