export { default, generateMetadata } from '@/app/(en)/(site)/sessions/page'
