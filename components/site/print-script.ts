import { inline } from '@/components/ui/inline'

/** A picture that nobody has scrolled to would be missing on paper. */
function print() {
  addEventListener('beforeprint', () => {
    for (const picture of document.querySelectorAll<HTMLImageElement>('article img')) picture.loading = 'eager'
  })
}

export const printScript = inline(print)
