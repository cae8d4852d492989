import { open } from 'node:fs/promises'
import { isOpenData, parseOpenData } from './open-data.ts'
import { type ParsedList, parseExport, refuseForeignFile } from './parse.ts'

/** The two publications of the list: the agency's open data, and the export of the tribunal's page, which also has fines. */
export type ListKind = 'open-data' | 'export'

const HEAD_BYTES = 65_536

/** Which of the two a file is, by its content. Throws for anything else. */
export const kindOf = async (path: string): Promise<ListKind> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    if (isOpenData(head)) return 'open-data'
    refuseForeignFile(head)
    return 'export'
  } finally {
    await file.close()
  }
}

export const parseList = async (
  path: string,
  onBytes: (bytes: number) => void,
): Promise<ParsedList & { kind: ListKind; cut?: string }> => {
  const kind = await kindOf(path)
  return kind === 'open-data'
    ? { kind, ...(await parseOpenData(path, onBytes)) }
    : { kind, ...(await parseExport(path, onBytes)) }
}
