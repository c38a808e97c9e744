export { default, generateMetadata, generateStaticParams } from '@/app/(en)/(site)/therapist/[slug]/page'
