import { browserErrorAddress, browserErrorLimits, type BrowserError } from '@/lib/contract/browser-error'

const maxReports = 5
let sent = 0

/** Removes queries, fragments and email addresses. Firefox and Safari put `@` before each URL. */
const cleaned = (text: string, limit: number) =>
  text
    .replace(/@(?=[a-z-]+:\/\/)/g, ' ')
    .replace(/[?#][^\s):'"]*/g, '')
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]')
    .slice(0, limit)

/** Reports this page's error to the site's log, except those of extensions and aborted calls. */
export function reportError(kind: BrowserError['kind'], error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError' || sent >= maxReports) return
  sent += 1
  const report: BrowserError = {
    kind,
    message: cleaned(`${error.name}: ${error.message}`, browserErrorLimits.message),
    stack: cleaned(error.stack ?? '', browserErrorLimits.stack),
    page: location.pathname,
  }
  navigator.sendBeacon?.(browserErrorAddress, JSON.stringify(report))
}
