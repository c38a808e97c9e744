import { browserErrorAddress, browserErrorLimits, type BrowserError } from '@/lib/contract/browser-error'

const maxReports = 5
let reportCount = 0

/** Removes queries, fragments and email addresses. Firefox and Safari put `@` before each URL. */
const redact = (text: string, limit: number) =>
  text
    .replace(/@(?=[a-z-]+:\/\/)/g, ' ')
    .replace(/[?#][^\s):'"]*/g, '')
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]')
    .slice(0, limit)

/** Reports this page's error to the site's log, except those of extensions and aborted calls. */
export function reportError(kind: BrowserError['kind'], error: unknown): void {
  if (!(error instanceof Error) || error.name === 'AbortError' || reportCount >= maxReports) return
  reportCount += 1
  const report: BrowserError = {
    kind,
    message: redact(`${error.name}: ${error.message}`, browserErrorLimits.message),
    stack: redact(error.stack ?? '', browserErrorLimits.stack),
    page: location.pathname,
  }
  navigator.sendBeacon?.(browserErrorAddress, JSON.stringify(report))
}
