import type { Mode } from '@/lib/mode'
import { defaultHosts } from '@/lib/site'

/**
 * Hosts that a build fixes, also for the browser. `next.config.ts` maps the plain names of the environment to these.
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
