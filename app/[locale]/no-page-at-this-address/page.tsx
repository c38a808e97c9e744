export { default, metadata } from '@/app/(en)/not-found'

export const dynamicParams = false
