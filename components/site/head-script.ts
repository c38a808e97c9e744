import { earlyScript } from '@/components/session/early'
import { builtScript, isolateScripts } from '@/components/ui/inline'
import { consentScript } from './consent-script'
import { menuScript } from './frame-scripts'

export const headScript = builtScript('head', isolateScripts([earlyScript, menuScript, consentScript]))
