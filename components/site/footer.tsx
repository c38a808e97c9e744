import { Button } from '@/components/ui/button'
import { Drawing } from '@/components/ui/drawing'
import { siteSettings } from '@/lib/site-settings'
import { layOutTurns } from '@/lib/score'
import { copyrightYear, ownersClaim, paths, siteName } from '@/lib/site'
import { PrivacyChoices } from './consent'
import { Logo } from './header'
import { pricingLink } from './trial-links'

/** Text, until the owner has the stores' badges. */
const stores = () => [
  { verb: 'Get it on', name: 'Google Play', href: siteSettings().playStore },
  { verb: 'Download on the', name: 'App Store', href: siteSettings().appStore },
]

export function StoreBadges() {
  return (
    <ul className="flex flex-wrap gap-4">
      {stores().map(({ verb, name, href }) => (
        <li key={name}>
          <a href={href} className="block rounded">
            <svg
              width="254"
              height="76"
              viewBox="0 0 254 76"
              role="img"
              aria-label={`${verb} ${name}`}
              className="badge"
            >
              <rect width="254" height="76" rx="8" />
              <text x="24" y="31">
                {verb}
              </text>
              <text x="24" y="57">
                {name}
              </text>
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** In a 24-unit box; evenodd cuts the holes. */
const glyphs: Record<string, string> = {
  Instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm4 4.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM17 6a1.1 1.1 0 1 1 0 2.2A1.1 1.1 0 0 1 17 6z',
  YouTube: 'M5 5.5h14a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zm5 3.2v6.6l5.6-3.3z',
  Facebook: 'M10 21v-8H7.5v-3H10V8c0-3 1.6-4.6 4.2-4.6h2.3v3h-1.7c-1.2 0-1.6.6-1.6 1.7V10h3.2l-.5 3h-2.7v8z',
  X: 'M3.5 4h5l4 5.4L17.3 4h2.6l-6.2 7.1L20.5 20h-5l-4.4-5.9L6 20H3.4l6.5-7.5zm3.6 1.8 9.3 12.4h.6L7.7 5.8z',
  LinkedIn:
    'M4 9h3.4v11H4zm1.7-5.4a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM9.6 9h3.2v1.5c.6-1 1.8-1.8 3.4-1.8 3 0 3.9 1.9 3.9 4.7V20h-3.4v-5.9c0-1.5-.4-2.5-1.7-2.5-1.4 0-2 1-2 2.5V20H9.6z',
}

function Social() {
  return (
    <ul aria-label="Social networks" className="flex flex-wrap gap-1.5">
      {siteSettings().social.map(({ label, href }) => (
        <li key={label}>
          <a href={href} aria-label={label} className="network">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path fillRule="evenodd" d={glyphs[label]} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  )
}

const { marks, end } = layOutTurns(0, 48, 'above 26 26 26 92, pause 40, below 44')

/** With the owner's claim, which only the home page repeats. */
export function AppBanner() {
  return (
    <section data-chrome aria-labelledby="app-title" className="ground-tint relative overflow-x-clip">
      <div className="mx-auto flex max-w-page justify-end px-gut">
        <Drawing
          width={end}
          height={72}
          marks={marks}
          line={48}
          extends="both"
          className="on-the-edge rtl:-scale-x-100"
        />
      </div>
      <div className="app-banner mx-auto max-w-page px-gut">
        <div>
          <h2 id="app-title" className="max-w-[18ch]">
            The app, when it suits you.
          </h2>
          <p className="mt-4 max-w-136">{`${ownersClaim} Open it when you like. Stop whenever you like.`}</p>
        </div>
        <Button variant="alt" size="big" href={siteSettings().app}>
          Get the app
        </Button>
      </div>
    </section>
  )
}

const groups = () => [
  {
    name: 'Company',
    links: [
      { label: 'Blogs', href: paths.blog },
      { label: 'App', href: siteSettings().app },
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
      { label: 'Free tools', href: paths.tools },
      { label: 'Prices', href: paths.pricing },
    ],
  },
  {
    name: 'Help',
    links: [
      { label: 'About us', href: paths.about },
      { label: 'Contact', href: paths.contact },
      { label: 'Accessibility', href: paths.accessibility },
      { label: 'Find help elsewhere', href: paths.helpElsewhere },
    ],
  },
  {
    name: 'Security',
    links: [
      { label: 'Privacy Policy', href: paths.privacy },
      { label: 'Health data', href: paths.healthData },
      { label: 'Terms of Service', href: paths.terms },
      { label: 'Cancellation & Refund', href: paths.refund },
    ],
  },
]

/** The year is fixed by the specification. */
function Copyright() {
  return <p>{`© ${copyrightYear} ${siteName}`}</p>
}

export function Footer() {
  return (
    <footer data-chrome className="ground-sunken py-10 lg:pt-16">
      <div className="mx-auto max-w-page px-gut">
        <div className="foot-columns">
          <div>
            <Logo />
            <p className="mt-2 max-w-88 text-sm text-muted">
              Practice and calls for people who stutter (stammer). We don’t diagnose, and we don’t promise a cure.
            </p>
          </div>
          {groups().map(({ name, links }) => (
            <nav key={name} aria-label={name}>
              <h2 className="small-name mb-1">{name}</h2>
              <ul>
                {links.map(({ label, href }) => (
                  <li key={label}>
                    <a href={href} className="footer-link" {...(href === paths.pricing && pricingLink)}>
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
            <StoreBadges />
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

const links = [
  { label: 'Privacy Policy', href: paths.privacy },
  { label: 'Terms of Service', href: paths.terms },
  { label: 'Cancellation & Refund', href: paths.refund },
  { label: 'FAQ', href: paths.faq },
  { label: 'Contact', href: paths.contact },
]

const entry = '-mx-2.5 inline-flex min-h-11 cursor-pointer items-center px-2.5 text-text hover:underline'

/** For pages in the middle of a task. */
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
