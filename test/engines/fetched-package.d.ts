export interface Pin {
  name: string
  version: string
  integrity: string
}

export const fetchedPackage: (
  title: string,
  pin: Pin,
  isUsable: (folder: string) => boolean | Promise<boolean>,
) => Promise<string>
