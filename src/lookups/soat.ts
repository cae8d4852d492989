import type { LimaClock } from '../domain/lima-time.ts'
import type { Origin, Policy } from '../domain/records.ts'
import { normalisePlate, policyOn } from '../domain/soat.ts'
import { Failure } from '../kernel/errors.ts'
import type { Trace } from '../kernel/tracing/tracer.ts'
import type { LiveSources } from '../sources/source.ts'
import type { Answer } from './shared/answer.ts'
import { firstAnswer } from './shared/first-answer.ts'
import { required } from './shared/input.ts'
import { NotFound } from './shared/not-found.ts'

export interface SoatQuery {
  placa?: string | undefined
  /** The same parameter under its other name. */
  numero?: string | undefined
}

interface SoatDeps {
  sources: Pick<LiveSources, 'answering'>
  clock: LimaClock
}

const MAX_AGE_SECONDS = 3_600

/** The most recent certificate of one plate, as it stands today in Lima. */
export const soatLookup =
  ({ sources, clock }: SoatDeps) =>
  async (query: SoatQuery, trace?: Trace): Promise<Answer<Policy>> => {
    const plate = plateInput(query)
    const refused: Origin[] = []
    const chain = sources.answering('policyByPlate', trace)
    const found = await firstAnswer(chain, (provider) => provider.ask(plate), refused)
    if (!found) throw new NotFound('La placa consultada no tiene SOAT registrado', refused)
    return {
      // A cached policy may have been in force when it was fetched and have ended since.
      data: policyOn(found.value, clock.limaDate()),
      origins: [{ provider: found.provider, channel: found.channel }],
      maxAgeSeconds: MAX_AGE_SECONDS,
      dependsOnToday: true,
    }
  }

const plateInput = ({ placa, numero }: SoatQuery): string => {
  const campo = placa === undefined && numero !== undefined ? 'numero' : 'placa'
  const plate = normalisePlate(required(campo, placa ?? numero))
  if (plate) return plate
  throw new Failure('invalid-input', `${campo} debe tener 6 o 7 caracteres alfanuméricos`, { campo })
}
