import { paths } from '@/lib/site'
import { PrivacyChoices } from './consent'
import { Copyright } from './footer'

const links = [
  { label: 'Privacy Policy', href: paths.privacy },
  { label: 'Terms of Service', href: paths.terms },
  { label: 'Cancellation & Refund', href: paths.refund },
  { label: 'FAQ', href: paths.faq },
  { label: 'Contact', href: paths.contact },
]

const entry = '-mx-2.5 inline-flex min-h-11 cursor-pointer items-center px-2.5 text-text hover:underline'

/** One line for pages on which a person is in the middle of something. */
export function CompactFooter() {
  return (
    <footer data-chrome className="ground-sunken py-4">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-6 px-gut text-sm text-muted">
        <div className="me-auto">
          <Copyright />
        </div>
        <nav aria-label="Security and help">
          <ul className="flex flex-wrap gap-x-8">
            {links.map(({ label, href }) => (
              <li key={label}>
                <a href={href} className={entry}>
                  {label}
                </a>
              </li>
            ))}
            <PrivacyChoices className={entry} />
          </ul>
        </nav>
      </div>
    </footer>
  )
}
