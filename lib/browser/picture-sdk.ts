/** The parts of the storage SDK that a profile picture needs, loaded on the profile page alone. */
export { connectStorageEmulator, getDownloadURL, getStorage, listAll, ref, uploadBytes } from 'firebase/storage'
