/** Parts of the identity SDK for the session, in their own chunk. */
export { getApps, initializeApp } from 'firebase/app'
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
