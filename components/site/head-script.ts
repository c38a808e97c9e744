import { themeAndSessionScript } from '@/components/session/theme-and-session-script'
import { builtScript, isolateScripts } from '@/components/ui/inline'
import { consentScript } from './consent-script'
import { menuScript } from './frame-scripts'

export const headScript = builtScript('head', isolateScripts([themeAndSessionScript, menuScript, consentScript]))
