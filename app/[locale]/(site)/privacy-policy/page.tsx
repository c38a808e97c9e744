export { default, generateMetadata } from '@/app/(en)/(site)/privacy-policy/page'
