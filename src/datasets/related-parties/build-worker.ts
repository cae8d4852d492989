import { serveTasks } from '../../kernel/worker.ts'
import { CutDate } from '../procurement-files/cut-date.ts'
import { parsePeople } from './parse-people.ts'
import type { Role } from './related-parties.ts'
import { ImageWriter } from './write-image.ts'

export interface BuildJob {
  files: readonly { title: string; path: string }[]
  /** Where the edition is written. */
  dir: string
  secret: Uint8Array
}

export interface BuiltParties {
  rows: number
  suppliers: number
  broken: number
  /** Rows of each kind, doubles included. */
  roles: Record<Role, number>
  /** Of the file of all kinds; the others state none. */
  cut: string | null
}

const REPORT_EVERY_BYTES = 4_000_000

/** The thread that reads the files and writes an edition. It emits the number of bytes read so far. */
const buildTasks = (emit: (bytes: number) => void) => ({
  async build({ files, dir, secret }: BuildJob): Promise<BuiltParties> {
    const image = new ImageWriter()
    const cut = new CutDate()
    const roles: Record<Role, number> = { socio: 0, representante: 0, organo: 0 }
    let [broken, before, reported] = [0, 0, 0]
    for (const { title, path } of files) {
      let read = 0
      const counts = await parsePeople({
        ...{ title, path, cut },
        onParty: (ruc, party) => {
          roles[party.rol]++
          image.add(ruc, party)
        },
        onBytes: (bytes) => {
          read = bytes
          if (before + bytes - reported < REPORT_EVERY_BYTES) return
          reported = before + bytes
          emit(reported)
        },
      })
      broken += counts.broken
      before += read
    }
    return { ...(await image.write(dir, secret)), broken, roles, cut: cut.day }
  },
})

export type BuildTasks = ReturnType<typeof buildTasks>

serveTasks(buildTasks)
