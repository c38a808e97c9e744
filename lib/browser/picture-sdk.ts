/** The parts of the storage SDK for profile pictures, loaded on the profile page only. */
export {
  connectStorageEmulator,
  deleteObject,
  getDownloadURL,
  getStorage,
  listAll,
  ref,
  uploadBytesResumable,
} from 'firebase/storage'
