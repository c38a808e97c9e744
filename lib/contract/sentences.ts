/** Messages used in several places; most are required word for word by the specification. */
export const sentences = {
  noEmail: 'Enter your email address to continue',
  wrongEmail: "That email address isn't correct",
  noPassword: 'Enter your password',
  weakPassword: 'Strong passwords have at least 6 characters and a mix of letters and numbers',
  wrongPhone: 'Enter a valid phone number',
  unsupportedCountry: 'The country code provided is not supported.',
  network: 'A network error has occurred',
  manyCodes: 'This phone number has been used too many times',
  wrongCode: 'Wrong code. Try again.',
  captcha: 'We couldn’t check that you’re a person. Please try again.',
  expired: 'Your sign-in session has expired. Please try again.',
  switchedOff: 'This account has been switched off. Please contact us if you think that’s a mistake.',
  generic: 'Something went wrong. Please try again.',
  resendSoon: 'No rush. You can ask for another code in a moment.',
  resendNow: 'You can ask for another code now.',
  silentStorage:
    'Your browser’s storage isn’t answering. Close the other tabs of this site, restart your browser, then try again.',
  noStorage: 'The browser you are using does not support Web Storage. Please try again in a different browser.',
} as const
