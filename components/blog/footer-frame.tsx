import { paths } from '@/lib/site'

type FooterFrameProps = { slug: string; title: string }

/**
 * Code that a publisher has attached to a post, in a document of its own. Without `allow-same-origin` it has
 * an origin of its own: it reaches neither this page, nor what is stored here, nor our addresses.
 */
export function FooterFrame({ slug, title }: FooterFrameProps) {
  return (
    <iframe
      src={paths.blogFooter(slug)}
      title={`Attached to “${title}”`}
      sandbox="allow-scripts"
      loading="lazy"
      referrerPolicy="no-referrer"
      data-chrome
      className="mt-10 block h-80 w-full max-w-measure border border-hair"
    />
  )
}
