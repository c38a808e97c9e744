import { outside } from '@/lib/outside'
import { paths, siteName, storeCancelAddress } from '@/lib/site'

/** What page copy may name instead of writing it out: `{{mail}}` in the text or as a link's address. */
const values = (): Record<string, string> => ({
  site: siteName,
  mail: outside().mail,
  company: outside().company,
  'company-address': outside().companyAddress,
  app: outside().app,
  'play-store-cancel': storeCancelAddress.play_store,
  'app-store-cancel': storeCancelAddress.app_store,
  ...Object.fromEntries(
    Object.entries(paths).flatMap(([name, path]) => (typeof path === 'string' ? [[name, path]] : [])),
  ),
})

/**
 * Text with each `{{name}}` replaced by the setting or the path of that name.
 * @throws {Error} naming the placeholder, when there is none of that name.
 */
export function filled(text: string): string {
  return text.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const known = values()
    if (!Object.hasOwn(known, name))
      throw new Error(`{{${name}}} is not a placeholder (lib/content/pages/placeholders.ts).`)
    return known[name] ?? ''
  })
}
