export { default, generateMetadata } from '@/app/(en)/auth/page'
