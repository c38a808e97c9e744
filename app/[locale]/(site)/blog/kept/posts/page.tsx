export { default, generateMetadata } from '@/app/(en)/blog/kept/posts/page'
