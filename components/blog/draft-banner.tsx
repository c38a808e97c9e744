import { Button } from '@/components/ui/button'
import { exact } from '@/lib/site'

type DraftBannerProps = { slug: string; isPublished: boolean }

/** Says that this is a preview, which nobody else sees, and leads out of it. */
export function DraftBanner({ slug, isPublished }: DraftBannerProps) {
  return (
    <aside aria-label="Preview" data-chrome className="ground-tint">
      <form
        action={exact.previewEnd}
        method="post"
        className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 gap-y-2 px-gut py-4"
      >
        <p>
          <strong>Preview.</strong>{' '}
          {isPublished
            ? 'This post is published. You see its newest form, before others do.'
            : 'This post is not published. Only you see it, in this browser.'}
        </p>
        <input type="hidden" name="slug" value={slug} />
        <Button type="submit">Leave the preview</Button>
      </form>
    </aside>
  )
}
