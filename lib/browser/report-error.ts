import { browserErrorAddress, browserErrorLimits, type BrowserError } from '@/lib/contract/browser-error'

const maxReports = 5
let sent = 0

/** Queries, fragments and addresses of email may be personal. Firefox and Safari put `@` before each address. */
const cleaned = (text: string, limit: number) =>
  text
    .replace(/@(?=[a-z-]+:\/\/)/g, ' ')
    .replace(/[?#][^\s):'"]*/g, '')
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[email]')
    .slice(0, limit)

/** Tells the site's log about an error in this page. Scripts of extensions and aborted calls are not ours. */
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
