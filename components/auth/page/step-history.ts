import { isWait, restorableSteps, stepOf } from '@/components/auth/widget/pages'

const stateKey = 'signInStep'
/** Browsers answer within milliseconds; the page must not wait for one that does not. */
const traversalMs = 500

/** On the way to a later step, the form shows these again. */
const passed = new Set(['provider-sign-in', 'sign-in'])

const indexOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && stateKey in state ? Number(state[stateKey]) || 0 : 0

/** Gives each step of the form an entry in the browser's history, so that Back leads to the step before. */
export class StepHistory {
  private steps: string[] = []
  private index = indexOf(history.state)
  private latest = ''
  /** The step that Back or Forward asks for, until the form shows it. */
  private asked: string | null = null
  private arrived: (() => void) | null = null
  private isEnded = false

  /** @param goTo shows a step, if it can be shown again */
  constructor(
    private readonly goTo: (step: string) => boolean,
    signal: AbortSignal,
  ) {
    addEventListener('popstate', this.onPop, { signal })
    // A reload begins with the first step again.
    if (this.index > 0) void this.travel(0)
  }

  /** Tells which page the form shows now, whatever led there. */
  shown(page: string) {
    if (page === '' || isWait(page)) return
    this.latest = stepOf(page)
    this.update()
  }

  /** Goes one step back; returns false where the form itself has to. */
  back(): boolean {
    if (!restorableSteps.has(this.steps[this.index - 1] ?? '')) return false
    history.back()
    return true
  }

  /** Returns to the first entry, so that Back on the next page does not lead through the steps. */
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

  /** Another page than the one that was asked for takes its entry, or Back would never get past it. */
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
