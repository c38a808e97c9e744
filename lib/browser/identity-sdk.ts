/** The parts of the identity SDK that a session needs, in one chunk that is loaded when one exists. */
export { getApp, getApps, initializeApp } from 'firebase/app'
export {
  browserLocalPersistence,
  connectAuthEmulator,
  deleteUser,
  getAuth,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  signOut,
} from 'firebase/auth'
