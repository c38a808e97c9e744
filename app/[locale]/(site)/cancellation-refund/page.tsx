export { default, generateMetadata } from '@/app/(en)/(site)/cancellation-refund/page'
