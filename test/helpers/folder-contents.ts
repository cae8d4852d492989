import { openAccountsDatabase, type StoreContents, writeContents } from '../../src/accounts/index.ts'
import { readIdleContents } from '../../src/installation.ts'

/** Everything that lasts in the accounts of a folder. */
export const readFolderContents = async (dataDir: string): Promise<StoreContents> => {
  const database = await openAccountsDatabase(dataDir)
  return readIdleContents(database).finally(() => database.close())
}

/** Writes contents into the accounts of a folder, which has none yet. */
export const writeFolderContents = async (dataDir: string, contents: StoreContents): Promise<void> => {
  const database = await openAccountsDatabase(dataDir)
  await database.transaction((sql) => writeContents(sql, contents)).finally(() => database.close())
}
