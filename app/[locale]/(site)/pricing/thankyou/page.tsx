export { default, generateMetadata } from '@/app/(en)/pricing/thankyou/page'
