import type { Mode } from '@/lib/mode'
import { defaultHosts } from '@/lib/site'

/** Fixed by the build, also for the browser. */
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
