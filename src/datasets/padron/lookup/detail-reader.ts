import { readSync } from 'node:fs'
import { ACTIVITY_BYTES, BRANCH_END, CELL_END, SECTIONS, type SectionEntry } from '../format/index-file.ts'
import { damaged, type RegisterImage } from '../format/register-image.ts'
import type { TaxpayerDetail } from '../register.ts'

/** Reads what few ask for from the sections on disk: activity and branches of a RUC. One per thread. */
export class DetailReader {
  readonly #fd: number
  readonly #values: RegisterImage['values']['actividades']
  readonly #activities: SectionEntry | undefined
  readonly #starts: SectionEntry | undefined
  readonly #branches: SectionEntry | undefined

  /** `fd`: the index file, which whoever opened it closes. */
  constructor({ head, values }: RegisterImage, fd: number) {
    this.#fd = fd
    this.#values = values.actividades
    this.#activities = head.sections[SECTIONS.activities]
    this.#starts = head.sections[SECTIONS.branchStarts]
    this.#branches = head.sections[SECTIONS.branches]
  }

  /** Null is what the edition was built without; `place` is that of the RUC among all, negative for one that it does not have. */
  detailOf(place: number): TaxpayerDetail {
    return { actividad: place < 0 ? null : this.#activityOf(place), anexos: this.#branchesOf(place) }
  }

  #activityOf(place: number): TaxpayerDetail['actividad'] {
    if (!this.#activities || !this.#values) return null
    const bytes = this.#read(this.#activities, place * ACTIVITY_BYTES, ACTIVITY_BYTES)
    const texts = this.#values.textos[bytes.readUInt16LE(0) - 1]
    if (!texts) return null
    const [ciiu = '', comercioExterior = '', facturacion = '', contabilidad = ''] = texts
    const workers = bytes.readUInt32LE(2)
    const trabajadores = workers === 0 ? null : workers - 1
    return { ciiu, trabajadores, comercioExterior, facturacion, contabilidad, edicion: this.#values.edicion }
  }

  #branchesOf(place: number): TaxpayerDetail['anexos'] {
    if (!this.#starts || !this.#branches) return null
    if (place < 0) return []
    const starts = this.#read(this.#starts, place * 4, 8)
    const [from, to] = [starts.readUInt32LE(0), starts.readUInt32LE(4)]
    if (from === to) return []
    const lines = this.#read(this.#branches, from, to - from)
      .toString('utf8')
      .split(BRANCH_END)
    return lines.map((line) => {
      const at = line.indexOf(CELL_END)
      return { ubigeo: line.slice(0, at), direccion: line.slice(at + 1) }
    })
  }

  #read(section: SectionEntry, offset: number, bytes: number): Buffer {
    const buffer = Buffer.allocUnsafe(bytes)
    if (readSync(this.#fd, buffer, 0, bytes, section.offset + offset) < bytes) throw damaged('ends early')
    return buffer
  }
}
