/** The parts of the storage SDK that a profile picture needs, loaded on the profile page alone. */
export {
  connectStorageEmulator,
  deleteObject,
  getDownloadURL,
  getStorage,
  listAll,
  ref,
  uploadBytesResumable,
} from 'firebase/storage'
