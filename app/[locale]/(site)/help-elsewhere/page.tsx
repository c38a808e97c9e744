export { default, generateMetadata } from '@/app/(en)/(site)/help-elsewhere/page'
