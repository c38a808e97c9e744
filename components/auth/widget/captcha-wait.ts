type Verifier = { render(): Promise<unknown> }

let waits = 0
const listeners = new Set<() => void>()

/** Whether a captcha is on its way: until it is there, the widget takes no press of the button that it stands on. */
export const captchaWait = {
  isOn: () => waits > 0,
  /** @returns stops listening */
  onEnd(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/**
 * Makes every captcha say when it is on its way, whether it comes or fails.
 * @param prototype of the SDK's verifiers
 */
export function watchCaptcha(prototype: Verifier) {
  const { render } = prototype
  prototype.render = async function () {
    waits++
    try {
      return await render.call(this)
    } finally {
      waits--
      // After the widget, which hears of the end by this promise.
      setTimeout(() => listeners.forEach((listener) => listener()))
    }
  }
}
