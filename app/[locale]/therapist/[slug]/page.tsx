export { default, generateMetadata, generateStaticParams } from '@/app/(en)/(site)/therapist/[slug]/page'

export const dynamicParams = false
