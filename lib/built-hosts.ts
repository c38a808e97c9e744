const names = ['SITE_HOST', 'STAGING_HOST', 'API_HOST_PROD', 'API_HOST_BETA'] as const

/** The hosts that are fixed when the site is built, under the names by which `lib/env.public.ts` reads them. */
export const builtHosts = (): Record<string, string> =>
  Object.fromEntries(names.map((name) => [`NEXT_PUBLIC_${name}`, process.env[name] ?? '']))
