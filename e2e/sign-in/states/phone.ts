import { inGroup, fill, press } from './state'
import { atList, phoneGiven, signedIn, toPhone } from './steps'

const sms = 'By tapping Verify, an SMS may be sent. Message & data rates may apply.'
const visible = {
  signInOptions: ['password', { provider: 'phone', defaultCountry: 'US', recaptchaParameters: { size: 'normal' } }],
}

export const phoneStates = inGroup('Phone', [
  {
    name: 'phone-number',
    steps: toPhone,
    expects: {
      heading: 'Enter your phone number',
      texts: [sms],
      fields: ['Phone number'],
      buttons: ['Cancel', 'Verify'],
    },
    exit: atList(press('Cancel')),
  },
  {
    name: 'phone-country-list',
    settings: { signInOptions: ['password', { provider: 'phone', defaultCountry: 'GB' }] },
    steps: [...toPhone, press('Country code: United Kingdom +44')],
    expects: {
      dialog: 'Choose a country code',
      fields: ['Search by country or code'],
      buttons: ['France +33', 'Close'],
    },
    exit: { steps: [fill('Search by country or code', '+49'), press('Germany +49')], leads: { text: '+49' } },
  },
  {
    name: 'phone-number-alone',
    settings: { signInOptions: ['phone'] },
    expects: { heading: 'Enter your phone number', fields: ['Phone number'], buttons: ['Verify'] },
    exit: {
      steps: [fill('Phone number', '{national}'), press('Verify')],
      leads: { heading: 'Verify your phone number' },
    },
  },
  {
    name: 'phone-number-with-captcha',
    settings: visible,
    captcha: 'solves',
    steps: toPhone,
    expects: {
      heading: 'Enter your phone number',
      texts: ['I am not a robot'],
      fields: ['Phone number'],
      buttons: ['Cancel', 'Verify'],
    },
    exit: atList(press('Cancel')),
  },
  {
    name: 'phone-code',
    steps: [...phoneGiven, { see: 'Verify your phone number' }],
    expects: {
      heading: 'Verify your phone number',
      texts: ['Enter the 6-digit code we sent to', 'Resend code in 0:'],
      fields: ['6-digit code'],
      buttons: ['Cancel', 'Continue'],
    },
    exit: signedIn({ code: '6-digit code', to: '{phone}' }, press('Continue')),
    calls: ['accounts:sendVerificationCode', 'accounts:signInWithPhoneNumber'],
  },
])
