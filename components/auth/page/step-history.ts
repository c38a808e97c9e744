import { isWait, restorableSteps, stepOf } from '@/components/auth/widget/pages'

const stateKey = 'signInStep'
/** Maximum wait for the browser. */
const traversalMs = 500

/** Skipped, because they also appear on the way to a later step. */
const passed = new Set(['provider-sign-in', 'sign-in'])

const indexOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && stateKey in state ? Number(state[stateKey]) || 0 : 0

/** Gives each step of the form a history entry, so that Back leads to the previous step. */
export class StepHistory {
  private steps: string[] = []
  private index = indexOf(history.state)
  private latest = ''
  /** The requested step, until the form shows it. */
  private asked: string | null = null
  private arrived: (() => void) | null = null
  private isEnded = false

  /** @param goTo shows a step if possible */
  constructor(
    private readonly goTo: (step: string) => boolean,
    signal: AbortSignal,
  ) {
    addEventListener('popstate', this.onPop, { signal })
    // A reload starts at the first step.
    if (this.index > 0) void this.travel(0)
  }

  /** Call when the form shows another page. */
  shown(page: string) {
    if (page === '' || isWait(page)) return
    this.latest = stepOf(page)
    this.update()
  }

  /** Goes one step back. Returns false if the form has to do it. */
  back(): boolean {
    if (!restorableSteps.has(this.steps[this.index - 1] ?? '')) return false
    history.back()
    return true
  }

  /** Returns to the first entry, so that Back on the next page skips the steps. */
  async end(): Promise<void> {
    this.isEnded = true
    if (this.index > 0) await this.travel(0)
  }

  private update() {
    if (this.isEnded || this.arrived || this.latest === '') return
    if (this.steps.length === 0) this.steps = [this.latest]
    if (this.asked !== null) return this.answer(this.asked)
    if (this.latest === this.steps[this.index]) return
    const known = this.steps.lastIndexOf(this.latest, this.index)
    if (known >= 0) return void this.travel(known)
    this.steps = [...this.steps.slice(0, ++this.index), this.latest]
    history.pushState({ ...history.state, [stateKey]: this.index }, '')
  }

  /** An unexpected page replaces the entry, or Back would get stuck there. */
  private answer(asked: string) {
    if (this.latest !== asked && passed.has(this.latest)) return
    this.steps[this.index] = this.latest
    this.asked = null
  }

  private travel(to: number): Promise<void> {
    const by = to - this.index
    this.index = to
    return new Promise((resolve) => {
      const done = () => {
        if (this.arrived !== done) return
        this.arrived = null
        resolve()
        this.update()
      }
      this.arrived = done
      setTimeout(done, traversalMs)
      history.go(by)
    })
  }

  private readonly onPop = ({ state }: PopStateEvent) => {
    if (this.arrived) return this.arrived()
    const from = this.index
    this.index = indexOf(state)
    if (this.index === from || this.isEnded) return
    const step = this.steps[this.index] ?? ''
    this.asked = step
    if (this.goTo(step)) return
    this.asked = null
    if (this.index > from) void this.travel(from)
    else history.back()
  }
}
