/** The parts of the identity SDK that change an account, loaded when somebody is about to do so. */
export {
  browserPopupRedirectResolver,
  EmailAuthProvider,
  linkWithCredential,
  linkWithPopup,
  OAuthProvider,
  PhoneAuthProvider,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  RecaptchaVerifier,
  SAMLAuthProvider,
  sendPasswordResetEmail,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth'
