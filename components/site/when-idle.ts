/**
 * Calls back when the page is loaded and idle, unless the visitor saves data. Part of inline scripts, so that it must
 * not use outside values.
 */
export function whenIdle(run: () => void): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const savesData = connection?.saveData || /2g/.test(connection?.effectiveType ?? '')
  if (savesData || matchMedia('(prefers-reduced-data: reduce)').matches) return
  // Some browsers never report being idle.
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}
