/** A line for people who do not see the page; what is said waits until they are not listening to something else. */
export type Status = {
  say: (text: string) => void
  /** Takes back what has not been said yet, or would be read again by browsing; what was said after it stays. */
  takeBack: (text: string) => void
  stop: () => void
}

/** A reader drops a polite message that comes in the same moment as a change of focus. */
const afterFocusMs = 300

/** Adds the line behind the widget's place; it has to be there before anything is said. */
export function politeStatus(container: HTMLElement): Status {
  const line = document.createElement('p')
  line.className = 'sr-only'
  line.setAttribute('role', 'status')
  container.after(line)
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''
  const put = (text: string) => {
    last = text
    clearTimeout(timer)
    timer = setTimeout(() => (line.textContent = text), afterFocusMs)
  }
  return {
    say: put,
    takeBack: (text) => void (text === last && put('')),
    stop: () => {
      clearTimeout(timer)
      line.remove()
    },
  }
}
