/** Replaces Stripe.js: its form is a frame with the stand-in's page at Stripe's address. */
window.Stripe = (key) => {
  let isMade = false
  return {
    _registerWrapper() {},
    async createEmbeddedCheckoutPage({ fetchClientSecret }) {
      if (!key.startsWith('pk_test_')) throw new Error('IntegrationError: not a publishable key.')
      if (isMade) throw new Error('IntegrationError: You cannot have multiple Embedded Checkout objects.')
      isMade = true
      const secret = await fetchClientSecret()
      let frame = null
      return {
        mount(box) {
          frame = document.createElement('iframe')
          frame.src = `https://checkout.stripe.com/checkout/stripe/embedded/${secret.split('_secret_')[0]}`
          frame.title = 'Secure payment'
          frame.style.cssText = 'width: 100%; height: 40rem; border: 0; display: block'
          box.append(frame)
        },
        unmount() {
          frame?.remove()
          frame = null
        },
        destroy() {
          this.unmount()
          isMade = false
        },
      }
    },
  }
}
// Stripe's loader checks the release name.
window.Stripe.version = 'endive'
