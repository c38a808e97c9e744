import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { builtScript, inline } from '@/components/ui/inline'

type Share = { name: string; href: string }

/** Plain share links with nothing that identifies the sender. */
export function sharesOf(title: string, address: string, email: string): Share[] {
  const at = (page: string, query: Record<string, string>) =>
    // Mail programs do not decode a plus sign, so spaces are %20.
    `${page}?${Object.entries(query)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')}`
  return [
    { name: email, href: at('mailto:', { subject: title, body: `${title}\r\n${address}` }) },
    { name: 'WhatsApp', href: at('https://wa.me/', { text: `${title} ${address}` }) },
    { name: 'Facebook', href: at('https://www.facebook.com/sharer/sharer.php', { u: address }) },
    { name: 'X', href: at('https://x.com/intent/post', { text: title, url: address }) },
    { name: 'LinkedIn', href: at('https://www.linkedin.com/sharing/share-offsite/', { url: address }) },
  ]
}

type ShareLinksProps = {
  title: string
  address: string
}

export function ShareLinks({ title, address }: ShareLinksProps) {
  const t = useTranslations('share')
  return (
    <div data-share={address} data-title={title} data-copied={t('copied')} data-refused={t('refused')}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {/* The script shows them before hydration. */}
        <Button variant="alt" data-share-copy hidden suppressHydrationWarning>
          {t('copy')}
        </Button>
        <Button variant="alt" data-share-sheet hidden suppressHydrationWarning>
          {t('sheet')}
        </Button>
        <ul aria-label={t('name')} className="flex flex-wrap gap-x-6 text-md">
          {sharesOf(title, address, t('email')).map(({ name, href }) => (
            <li key={name}>
              <a
                href={href}
                rel="noopener noreferrer"
                referrerPolicy="no-referrer"
                className="link tap -mx-3 justify-center px-3"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <p
        role="status"
        suppressHydrationWarning
        className="mt-2 min-h-lh text-md"
        // Inline scripts may write here before hydration.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <p className="text-sm text-muted">{t('note')}</p>
      <script dangerouslySetInnerHTML={{ __html: shareScript }} />
    </div>
  )
}

/** Shows the share buttons that this browser supports. Without script they stay hidden. */
function share(messageMs: number) {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)!
  const { dataset } = find('[data-share]')
  const status = find('[data-share] [role=status]')
  const copyButton = find('[data-share-copy]')
  const shareButton = find('[data-share-sheet]')
  const url = new URL(dataset.share ?? '', location.href).href
  // Missing on insecure origins and in old browsers.
  const supported = navigator as Partial<Navigator>
  copyButton.hidden = !supported.clipboard
  shareButton.hidden = !supported.share
  let timer: ReturnType<typeof setTimeout> | undefined
  const showMessage = (message = '') => {
    status.textContent = message
    clearTimeout(timer)
    timer = setTimeout(() => (status.textContent = ''), messageMs)
  }
  copyButton.addEventListener('click', () => {
    navigator.clipboard.writeText(url).then(
      () => showMessage(dataset.copied),
      () => showMessage(dataset.refused),
    )
  })
  shareButton.addEventListener('click', () => {
    navigator.share({ title: dataset.title, url }).catch(() => undefined)
  })
}

export const shareScript = builtScript('share', inline(share, 6000))
