import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../../test/helpers/cleanup.ts'
import { Failure } from '../kernel/errors.ts'
import type { CheckDeps } from './check/check-row.ts'
import { FILES, type Messy } from './fixtures/messy-files.ts'
import { PASTED_FILES } from './fixtures/pasted-files.ts'
import { FOOT_ROW } from './read/foot-rows.ts'
import { openBatch } from './run-batch.ts'

// Each file is read as a person would read it, or refused in one sentence that says what to do.

const folder = temporaryFolder()
const ALL = Object.entries({ ...FILES, ...PASTED_FILES })

/** What is asked about of a file, and the reasons of the rows that are not. */
const askedOf = async ({ file, settings = {} }: Messy): Promise<{ asked: string[]; reasons: string[] }> => {
  const asked: string[] = []
  const clear = (data: object) => ({ data, origins: [] }) as never
  const deps: CheckDeps = {
    clean: (query) => query,
    lookups: {
      aml: ({ nombre, documento }) => {
        asked.push([nombre, documento].filter(Boolean).join(' '))
        return clear({ total: 0, matches: [] })
      },
      sanciones: () => clear({ total: 0, sanciones: [] }),
      ruc: ({ numero = '' }) => {
        asked.push(numero)
        return clear({ razonSocial: 'X', estado: '', condicion: '' })
      },
      proveedor: () => clear({ partes: {} }),
      compras: () => assert.fail(),
      comprobante: () => assert.fail(),
    },
  }
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, await file)
  const batch = await openBatch(path, { tipo: 'aml', ...settings })
  let text = ''
  for await (const piece of batch.result(deps, 'json')) text += piece
  const rows: Record<string, string>[] = JSON.parse(text)
  return { asked, reasons: rows.flatMap(({ motivo }) => motivo || []) }
}

describe('read as a person would', () => {
  for (const [what, messy] of ALL)
    if (!messy.refused)
      test(what, async () => {
        const { asked, reasons } = await askedOf(messy)
        assert.deepEqual(asked, messy.asked)
        assert.equal(reasons.filter((reason) => reason === FOOT_ROW).length, messy.feet ?? 0, reasons.join('\n'))
      })
})

describe('refused in one sentence', () => {
  for (const [what, messy] of ALL)
    if (messy.refused)
      test(what, async () => {
        await assert.rejects(askedOf(messy), (error) => {
          assert.ok(error instanceof Failure)
          assert.match(error.message, messy.refused as RegExp)
          return true
        })
      })
})
