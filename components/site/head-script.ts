import { earlyScript } from '@/components/session/early'
import { asBuilt, guarded } from '@/components/ui/inline'
import { consentScript } from './consent-script'
import { menuScript } from './frame-scripts'

export const headScript = asBuilt('head', guarded([earlyScript, menuScript, consentScript]))
