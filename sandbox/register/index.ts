import { openDataText, registerText } from './files.ts'
import { generateTaxpayers } from './generate.ts'
import { HOMONYM_COMPANIES, HOMONYM_TAXPAYERS, SAMPLE_TAXPAYERS, SAMPLES } from './samples.ts'
import type { PretendTaxpayer } from './taxpayer.ts'

export { SAMPLES } from './samples.ts'
export type { PretendAddress, PretendPlace, PretendTaxpayer } from './taxpayer.ts'
export { rucOf, rucOfDni } from './taxpayer.ts'

export interface PretendRegister {
  /** In the register's order: grouped by prefix, ascending. */
  taxpayers: readonly PretendTaxpayer[]
  /** What the tax authority itself would find: the register, and who came after it. */
  find(ruc: string): PretendTaxpayer | null
  text(): Buffer
  openDataText(period: string): Buffer
}

const makeRegister = (): PretendRegister => {
  const taxpayers = [
    ...Object.values(SAMPLE_TAXPAYERS),
    ...HOMONYM_TAXPAYERS,
    ...HOMONYM_COMPANIES,
    ...generateTaxpayers(),
  ].sort((a, b) => (a.ruc < b.ruc ? -1 : 1))
  const newest: PretendTaxpayer = SAMPLES.companyTooNewForRegister
  let byRuc: Map<string, PretendTaxpayer> | undefined
  return {
    taxpayers,
    find: (ruc) => {
      byRuc ??= new Map([...taxpayers, newest].map((taxpayer) => [taxpayer.ruc, taxpayer]))
      return byRuc.get(ruc) ?? null
    },
    text: () => registerText(taxpayers),
    openDataText: (period) => openDataText(taxpayers, period),
  }
}

let made: PretendRegister | undefined

/** The invented taxpayers of the sandbox, always the same, made when they are first needed. */
export const pretendRegister = (): PretendRegister => {
  made ??= makeRegister()
  return made
}
