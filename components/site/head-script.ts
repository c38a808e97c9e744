import { earlyScript } from '@/components/session/early'
import { asBuilt, guarded } from '@/components/ui/inline'
import { consentScript } from './consent-script'
import { menuScript } from './page-scripts'

/** The inline script in the head of every page: theme, session, trial gate and consent before the first paint. */
export const headScript = asBuilt('head', guarded([earlyScript, menuScript, consentScript]))
