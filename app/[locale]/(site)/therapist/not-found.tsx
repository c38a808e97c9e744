export { MissingPage as default, missingMetadata as generateMetadata } from '@/components/site/missing-page'
