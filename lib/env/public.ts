import type { Mode } from '@/lib/mode'
import { defaultHosts } from '@/lib/site'

/**
 * What is fixed when the site is built and may be read in the browser: hosts only.
 * `next.config.ts` maps the plain names of the environment to these. Addresses and ports of one
 * machine are never among them, so that stacks on other ports share one build.
 */
export const publicEnv = {
  hosts: {
    main: process.env.NEXT_PUBLIC_SITE_HOST || defaultHosts.main,
    staging: process.env.NEXT_PUBLIC_STAGING_HOST || defaultHosts.staging,
  },
  api: {
    prod: process.env.NEXT_PUBLIC_API_HOST_PROD || '',
    beta: process.env.NEXT_PUBLIC_API_HOST_BETA || '',
  } satisfies Record<Exclude<Mode, 'none'>, string>,
}
