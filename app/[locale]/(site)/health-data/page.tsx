export { default, generateMetadata } from '@/app/(en)/(site)/health-data/page'
