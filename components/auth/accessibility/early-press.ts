const isPhone = '.firebaseui-id-page-phone-sign-in-start'

/**
 * While the vendor's captcha is still on its way, the widget takes a press of "Verify" and forgets it.
 * It is kept, and pressed again once the wait is over, unless the number was changed in between.
 * @param isOnItsWay whether the captcha is; without it only the widget's bar tells, which comes half a second late
 */
export function keepEarlyPress(container: HTMLElement, isOnItsWay: () => boolean) {
  let kept: HTMLElement | null = null
  const isBusy = () => isOnItsWay() || container.querySelector(`${isPhone} .firebaseui-busy-indicator`) !== null
  return {
    pressed: ({ target }: Event) => {
      const send = target instanceof Element ? target.closest<HTMLElement>(`${isPhone} .firebaseui-id-submit`) : null
      if (send) kept = isBusy() ? send : null
    },
    changed: () => (kept = null),
    /** To be called after each change that the widget made, and when a captcha is there. */
    look: () => {
      if (!kept || isBusy()) return
      const send = kept
      kept = null
      if (send.isConnected) send.click()
    },
  }
}
