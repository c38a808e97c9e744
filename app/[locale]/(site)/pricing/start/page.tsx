export { default, generateMetadata } from '@/app/(en)/pricing/start/page'
