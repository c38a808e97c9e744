import { absoluteBuilt } from '@/lib/content/origin'
import { outside } from '@/lib/outside'
import { paths, siteName } from '@/lib/site'
import { JsonLd } from '@/components/ui/json-ld'

/** A network counts as ours once it is a real address: the placeholders are reserved names. */
const isReal = (address: string) => !new URL(address).hostname.endsWith('.example')

/** Who runs the site, and the site: said once, on the first page. */
export function Organization() {
  const { mail, social } = outside()
  const home = absoluteBuilt(paths.home)
  const networks = social.map(({ href }) => href).filter(isReal)
  return (
    <JsonLd
      data={{
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'Organization',
            '@id': `${home}#organization`,
            name: siteName,
            url: home,
            logo: absoluteBuilt('/app-icon/512.png'),
            email: mail,
            ...(networks.length > 0 && { sameAs: networks }),
          },
          {
            '@type': 'WebSite',
            '@id': `${home}#website`,
            name: siteName,
            url: home,
            inLanguage: 'en-GB',
            publisher: { '@id': `${home}#organization` },
          },
        ],
      }}
    />
  )
}
