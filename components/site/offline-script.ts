import { inline } from '@/components/ui/inline'

/** Says when the connection is gone, and when it is back: a page that was read goes on being there. */
function offline() {
  const say = () => {
    const line = document.getElementById('offline')
    if (!line) return
    const gone = !navigator.onLine
    const was = line.dataset.state
    line.dataset.state = gone ? 'off' : was ? 'back' : ''
    line.textContent = (gone ? line.dataset.off : was ? line.dataset.back : '') ?? ''
    if (!gone && was) setTimeout(() => navigator.onLine && (line.textContent = ''), 5000)
  }
  addEventListener('offline', say)
  addEventListener('online', say)
  if (!navigator.onLine) say()
}

export const offlineScript = inline(offline)
