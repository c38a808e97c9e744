export { default, generateMetadata } from '@/app/(en)/(site)/faq/page'
