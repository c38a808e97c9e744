export { default, generateMetadata } from '@/app/(en)/(site)/tools/first-call/page'
