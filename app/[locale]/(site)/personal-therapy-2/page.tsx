export { default, generateMetadata } from '@/app/(en)/(site)/personal-therapy-2/page'
