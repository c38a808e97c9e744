/** The parts of the identity SDK that a session needs, in a chunk of their own. */
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
