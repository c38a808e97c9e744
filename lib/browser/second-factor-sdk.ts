/** The parts of the identity SDK that read and change an account's second factors. */
export {
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  RecaptchaVerifier,
  sendEmailVerification,
  TotpMultiFactorGenerator,
  type TotpSecret,
} from 'firebase/auth'
