import { Button } from '@/components/ui/button'
import { sharesOf } from './share'
import { shareScript } from './share-script'

type ShareLinksProps = {
  title: string
  /** The post's canonical address, absolute. */
  address: string
}

/** Ways to pass a post on: addresses, and two buttons where a script and the browser can serve them. */
export function ShareLinks({ title, address }: ShareLinksProps) {
  return (
    // A post that is kept on a device is listed there by this title (`kept-worker.ts`).
    <div data-share={address} data-title={title}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {/* The script shows them before this is hydrated. */}
        <Button variant="alt" data-share-copy hidden suppressHydrationWarning>
          Copy the link
        </Button>
        <Button variant="alt" data-share-sheet hidden suppressHydrationWarning>
          Share …
        </Button>
        <ul aria-label="Pass it on by" className="flex flex-wrap gap-x-6 text-md">
          {sharesOf(title, address).map(({ name, href }) => (
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
        // The inline script may have said something before React looks: what is in it is not React's.
        dangerouslySetInnerHTML={{ __html: '' }}
      />
      <p className="text-sm text-muted">
        These are plain links. They load nothing from those companies, and tell them nothing, until you press one.
      </p>
      <script dangerouslySetInnerHTML={{ __html: shareScript }} />
    </div>
  )
}
