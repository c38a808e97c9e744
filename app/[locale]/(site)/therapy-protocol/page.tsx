export { default, generateMetadata } from '@/app/(en)/(site)/therapy-protocol/page'
