/** Sent by the server in place of a missing page. */
export { default, generateMetadata } from '@/app/(en)/not-found'
