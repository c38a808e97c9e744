const apps: [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBA[NV]|FB_IAB|FBIOS/, 'Facebook'],
  [/musical_ly|Bytedance|TikTok|trill_/i, 'TikTok'],
  [/Snapchat/, 'Snapchat'],
  [/LinkedInApp/, 'LinkedIn'],
  // Android marks the windows of all other apps.
  [/; wv\)/, 'this app'],
]

/** The app whose built-in browser shows the page, or null. Google refuses to sign in there. */
export const appAround = (agent: string): string | null => apps.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** An address that Android opens in the default browser. Other systems have none. */
export function browserIntent(href: string, agent: string): string | null {
  const url = URL.parse(href)
  if (!url || !/Android/.test(agent)) return null
  const scheme = url.protocol.slice(0, -1)
  const parts = [`scheme=${scheme}`, 'action=android.intent.action.VIEW', 'category=android.intent.category.BROWSABLE']
  return `intent://${url.host}${url.pathname}${url.search}#Intent;${parts.join(';')};end`
}
