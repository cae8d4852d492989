/** The address of a bundled file. */
declare module '*?url' {
  const address: string
  export default address
}

/** It has no types of its own; all of it goes to the library that writes PDFs. */
declare module 'fontkit' {
  export const create: (bytes: Uint8Array, name?: string) => never
}
