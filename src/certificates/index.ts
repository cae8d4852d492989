export { openCertifier } from './certifier.ts'
export { openSigningKeys, rotateKey, type SigningKeys } from './signing-keys.ts'
export {
  addKeys,
  backUpKeys,
  CERTIFICATES_MIGRATIONS,
  openFolderKeys,
  openKeyStore,
  readBackupKeys,
  readKeys,
} from './store/key-store.ts'
