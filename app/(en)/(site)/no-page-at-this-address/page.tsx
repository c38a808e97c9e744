/** Sent by the server in place of a missing page. */
export { MissingPage as default, missingMetadata as generateMetadata } from '@/components/site/missing-page'
