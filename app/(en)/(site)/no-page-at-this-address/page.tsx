/** Sent by the server in place of a missing page. */
export { default, metadata } from '@/app/(en)/not-found'
