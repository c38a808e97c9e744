export { default, generateMetadata } from '@/app/(en)/(site)/something-went-wrong/page'
