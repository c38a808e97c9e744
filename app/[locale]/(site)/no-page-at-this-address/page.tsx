export { default, generateMetadata } from '@/app/(en)/(site)/no-page-at-this-address/page'
