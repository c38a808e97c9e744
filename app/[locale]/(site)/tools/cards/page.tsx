export { default, generateMetadata } from '@/app/(en)/(site)/tools/cards/page'
