import { outside } from '@/lib/outside'
import { copyrightYear, paths, siteName } from '@/lib/site'
import { Badges } from './badges'
import { PrivacyChoices } from './consent'
import { Logo } from './logo'
import { Social } from './social'

const groups = () => [
  {
    name: 'Company',
    links: [
      { label: 'Blogs', href: paths.blog },
      { label: 'App', href: outside().app },
      { label: 'FAQ', href: paths.faq },
    ],
  },
  {
    name: 'Product',
    links: [
      { label: 'Group Video Calls', href: paths.sessions },
      { label: 'Therapy Protocol', href: paths.protocol },
      { label: 'Features', href: paths.features },
      { label: 'Personal therapy', href: paths.personal },
      { label: 'About us', href: paths.about },
      { label: 'Contact', href: paths.contact },
    ],
  },
  {
    name: 'Security',
    links: [
      { label: 'Privacy Policy', href: paths.privacy },
      { label: 'Terms of Service', href: paths.terms },
      { label: 'Cancellation & Refund', href: paths.refund },
    ],
  },
]

/** The copyright line; its year is a constant of the specification. */
export function Copyright() {
  return <p>{`© ${copyrightYear} ${siteName}`}</p>
}

/** The whole map of the site, the stores and the networks. */
export function Footer() {
  return (
    <footer data-chrome className="ground-sunken pt-16 pb-10">
      <div className="mx-auto max-w-page px-gut">
        <div className="foot-columns">
          <div>
            <Logo />
            <p className="mt-2 max-w-88 text-sm text-muted">
              For people who stutter (stammer): practice and company. We do not diagnose, and we cannot cure.
            </p>
          </div>
          {groups().map(({ name, links }) => (
            <nav key={name} aria-label={name}>
              <h2 className="small-name mb-1">{name}</h2>
              <ul>
                {links.map(({ label, href }) => (
                  <li key={label}>
                    <a href={href} className="footer-link">
                      {label}
                    </a>
                  </li>
                ))}
                {name === 'Security' && <PrivacyChoices className="footer-link" />}
              </ul>
            </nav>
          ))}
          <div>
            <h2 className="small-name mb-3">Download</h2>
            <Badges />
          </div>
        </div>
        <div className="foot-line">
          <Social />
          <Copyright />
        </div>
      </div>
    </footer>
  )
}
