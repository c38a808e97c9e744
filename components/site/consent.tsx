import { buttonClass } from '@/components/ui/button'
import { siteSettings } from '@/lib/site-settings'
import { isPrivatePath, paths } from '@/lib/site'

const scripts = [
  { kind: 'chat', what: 'live chat' },
  { kind: 'analytics', what: 'visitor statistics' },
  { kind: 'heatmap', what: 'a click map' },
] as const

const listed = new Intl.ListFormat('en', { type: 'conjunction' })
const choice = buttonClass({ variant: 'alt' })

export const asksForConsent = () => Object.values(siteSettings().scripts).some((address) => address !== null)

type ConsentProps = {
  path: string
  heatmap: boolean
}

/** The consent bar. It covers nothing, and both answers look alike. Hidden without script. */
export function Consent({ path, heatmap }: ConsentProps) {
  const { scripts: addresses } = siteSettings()
  const here = !isPrivatePath(path)
  const wanted = scripts.filter(({ kind }) => addresses[kind] !== null)
  if (wanted.length === 0) return null
  const details = (
    <a href={`${paths.privacy}#scripts`} className="link whitespace-nowrap">
      What they see
    </a>
  )
  const data = {
    'data-asks': here || undefined,
    'data-chat': (here && addresses.chat) || undefined,
    'data-analytics': (here && addresses.analytics) || undefined,
    'data-heatmap': (here && heatmap && addresses.heatmap) || undefined,
  }
  return (
    <section id="consent" tabIndex={-1} aria-label="Privacy choices" className="ground-surface" {...data}>
      <div className="mx-auto max-w-page px-gut">
        <div>
          <p>
            {`Can we load ${listed.format(wanted.map(({ what }) => what))} from other companies? `}
            {/* Prevents the question from counting as the largest text of a page. */}
            <span className="inline-block">
              Everything works without them.
              <span className="hidden choices-accepted:inline"> You’ve accepted.</span>
              <span className="hidden choices-declined:inline"> You’ve declined.</span> {details}
            </span>
          </p>
          <p>
            Your browser says no to tracking (Global Privacy Control). We take that as “Decline” and load nothing from
            other companies. {details}
          </p>
        </div>
        <div>
          <button type="button" data-consent-do="decline" className={choice}>
            Decline
          </button>
          <button type="button" data-consent-do="accept" className={choice}>
            Accept
          </button>
          <button type="button" data-consent-do="close" className={choice}>
            Close
          </button>
        </div>
      </div>
    </section>
  )
}

export function PrivacyChoices({ className }: { className: string }) {
  if (!asksForConsent()) return null
  return (
    <li className="noscript:hidden">
      <button type="button" data-consent-do="open" className={className}>
        Privacy choices
      </button>
    </li>
  )
}
