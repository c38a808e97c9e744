export { default, generateMetadata } from '@/app/(en)/(site)/terms-service/page'
