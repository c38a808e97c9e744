/** Parts of the identity SDK for second factors. */
export {
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  RecaptchaVerifier,
  sendEmailVerification,
  TotpMultiFactorGenerator,
} from 'firebase/auth'
