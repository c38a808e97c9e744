export { default, generateMetadata } from '@/app/(en)/profile/page'
