import { once } from '../../once.ts'
import { branchesText, openDataText, registerText } from './files.ts'
import { generateTaxpayers } from './generate.ts'
import { HOMONYM_COMPANIES, HOMONYM_TAXPAYERS, SAMPLE_TAXPAYERS, SAMPLES } from './samples.ts'
import type { PretendTaxpayer } from './taxpayer.ts'

export { SAMPLES } from './samples.ts'
export type { PretendTaxpayer } from './taxpayer.ts'
export { addressLine, rucOf, rucOfDni } from './taxpayer.ts'

export interface PretendRegister {
  /** In the register's order: grouped by prefix, ascending. */
  taxpayers: readonly PretendTaxpayer[]
  /** What the tax authority's own pages find: the register, and the taxpayer registered after it. */
  find(ruc: string): PretendTaxpayer | null
  text(): Buffer
  openDataText(period: string): Buffer
  branchesText(): Buffer
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
    branchesText: () => branchesText(taxpayers),
  }
}

/** The invented taxpayers of the sandbox: always the same, made on first use. */
export const pretendRegister = once(makeRegister)
