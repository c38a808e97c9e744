import { useTranslations } from 'next-intl'
import { Button, Link } from '@/components/ui/button'
import { Drawing } from '@/components/ui/drawing'
import { siteSettings } from '@/lib/site-settings'
import { layOutTurns } from '@/lib/score'
import { copyrightYear, paths, siteName } from '@/lib/site'
import { PrivacyChoices } from './consent'
import { Logo } from './header'
import { Languages, type LanguagesProps } from './languages'
import { pricingLink } from './trial-links'

/** Text, until the owner has the stores' badges. */
const stores = () => [
  { id: 'googlePlay', href: siteSettings().playStore } as const,
  { id: 'appStore', href: siteSettings().appStore } as const,
]

export function StoreBadges() {
  const t = useTranslations('site.stores')
  return (
    <ul className="flex flex-wrap gap-4">
      {stores().map(({ id, href }) => (
        <li key={id}>
          <a href={href} className="block rounded">
            <svg
              width="254"
              height="76"
              viewBox="0 0 254 76"
              role="img"
              aria-label={t(`${id}.label`)}
              className="badge"
            >
              <rect width="254" height="76" rx="8" />
              <text x="24" y="31">
                {t(`${id}.verb`)}
              </text>
              <text x="24" y="57">
                {t(`${id}.name`)}
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
    <ul aria-label={useTranslations('site.footer')('social')} className="flex flex-wrap gap-1.5">
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
  const t = useTranslations('site')
  return (
    <section data-chrome aria-labelledby="app-title" className="ground-tint relative overflow-x-clip">
      <div className="mx-auto flex max-w-page justify-end px-gut">
        <Drawing width={end} height={72} marks={marks} line={48} extends="both" className="on-the-edge" />
      </div>
      <div className="app-banner mx-auto max-w-page px-gut">
        <div>
          <h2 id="app-title" className="max-w-[18ch]">
            {t('banner.title')}
          </h2>
          <p className="mt-4 max-w-136">{t('banner.text', { claim: t('ownersClaim') })}</p>
        </div>
        <Button variant="alt" size="big" href={siteSettings().app}>
          {t('banner.getTheApp')}
        </Button>
      </div>
    </section>
  )
}

const addresses = () => ({
  'company.blogs': paths.blog,
  'company.app': siteSettings().app,
  'company.faq': paths.faq,
  'product.calls': paths.sessions,
  'product.protocol': paths.protocol,
  'product.features': paths.features,
  'product.personal': paths.personal,
  'product.tools': paths.tools,
  'product.prices': paths.pricing,
  'help.about': paths.about,
  'help.contact': paths.contact,
  'help.accessibility': paths.accessibility,
  'help.elsewhere': paths.helpElsewhere,
  'security.privacy': paths.privacy,
  'security.healthData': paths.healthData,
  'security.terms': paths.terms,
  'security.refund': paths.refund,
})

type LinkId = keyof ReturnType<typeof addresses>

const groups = ['company', 'product', 'help', 'security'] as const
const idsOf = (group: (typeof groups)[number]) =>
  (Object.keys(addresses()) as LinkId[]).filter((id) => id.startsWith(group))

function FooterLinks({ ids, className }: { ids: readonly LinkId[]; className: string }) {
  const t = useTranslations('site.footer')
  const all = addresses()
  return ids.map((id) => (
    <li key={id}>
      <Link href={all[id]} className={className} {...(id === 'product.prices' && pricingLink)}>
        {t(id)}
      </Link>
    </li>
  ))
}

/** The year is fixed by the specification. */
function Copyright() {
  const t = useTranslations('site.footer')
  return <p>{t('copyright', { year: String(copyrightYear), site: siteName })}</p>
}

type FooterProps = Omit<LanguagesProps, 'className'>

export function Footer(page: FooterProps) {
  const t = useTranslations('site.footer')
  return (
    <footer data-chrome className="ground-sunken py-10 lg:pt-16">
      <div className="mx-auto max-w-page px-gut">
        <div className="foot-columns">
          <div>
            <Logo />
            <p className="mt-2 max-w-88 text-sm text-muted">{t('about')}</p>
          </div>
          {groups.map((group) => (
            <nav key={group} aria-label={t(`${group}.name`)}>
              <h2 className="small-name mb-1">{t(`${group}.name`)}</h2>
              <ul>
                <FooterLinks ids={idsOf(group)} className="footer-link" />
                {group === 'security' && <PrivacyChoices className="footer-link" />}
              </ul>
            </nav>
          ))}
          <div>
            <h2 className="small-name mb-3">{t('download')}</h2>
            <StoreBadges />
          </div>
        </div>
        <Languages {...page} offers className="mt-10 border-t border-hair pt-4" />
        <div className="foot-line">
          <Social />
          <Copyright />
        </div>
      </div>
    </footer>
  )
}

const compact = ['security.privacy', 'security.terms', 'security.refund', 'company.faq', 'help.contact'] as const

const entry = '-mx-2.5 inline-flex min-h-11 cursor-pointer items-center px-2.5 text-text hover:underline'

/** For pages in the middle of a task. */
export function CompactFooter(page: FooterProps) {
  const t = useTranslations('site.footer')
  return (
    <footer data-chrome className="ground-sunken py-4">
      <div className="mx-auto max-w-page px-gut text-sm text-muted">
        <Languages {...page} offers className="mb-2 border-b border-hair pb-2" />
        <div className="flex flex-wrap items-center gap-x-6">
          <div className="me-auto">
            <Copyright />
          </div>
          <nav aria-label={t('compactName')}>
            <ul className="flex flex-wrap gap-x-8">
              <FooterLinks ids={compact} className={entry} />
              <PrivacyChoices className={entry} />
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  )
}
