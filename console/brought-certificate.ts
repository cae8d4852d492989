// The QR code of a certificate leads to the console with the certificate behind the address.

/** What stands behind the address, which is taken out of it at once; null when there is no certificate. */
export const takeBroughtCertificate = (): string | null => {
  const { hash } = location
  if (!/^#(?:c|codigo)=/.test(hash)) return null
  history.replaceState(history.state, '', location.pathname)
  return hash
}
