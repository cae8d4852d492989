import { existsSync } from 'node:fs'
import { readKeys } from '../../certificates/index.ts'
import type { Config } from '../../config.ts'
import { Failure } from '../../kernel/errors.ts'
import { openStore, withWatch } from '../../shared-database.ts'
import { FOUR_EYES, type FourEyes } from '../../watch/review/decide.ts'
import { setFourEyes } from '../../watch/store/accounts.ts'
import { listHeads } from '../../watch/store/events.ts'
import { watchPath } from '../../watch/store/open-store.ts'
import { type EventsVerdict, verifyEvents } from '../../watch/verify-events.ts'
import { explainRefusals } from '../actions/lookup.ts'
import { ExitCode } from '../exit-code.ts'
import { type Output, printJson } from '../output.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>

export interface WatchCommandDeps {
  settings: (mode: Config['mode']) => Settings | Promise<Settings>
  output: Output
}

export interface AccountFlags {
  cuatroOjos?: string
  sandbox?: boolean
}

export interface VerifyFlags {
  json?: boolean
  sandbox?: boolean
}

const modeOf = ({ sandbox }: { sandbox?: boolean }): Config['mode'] => (sandbox ? 'sandbox' : 'live')

/** `chasqui accounts set` */
export const setAccount = async ({ settings, output }: WatchCommandDeps, id: string, flags: AccountFlags) => {
  const mode = modeOf(flags)
  const code = await explainRefusals(output, async () => {
    const chosen = FOUR_EYES.find((one) => one === flags.cuatroOjos)
    if (!chosen) throw new Failure('invalid-input', `--cuatro-ojos debe ser uno de: ${FOUR_EYES.join(', ')}`)
    const { dataDir, databaseUrl } = await settings(mode)
    const store = await openStore({ dataDir, databaseUrl, mode })
    const account = await store.findAccount(id).finally(() => store.close())
    if (!account) throw new Failure('invalid-input', `No existe la cuenta ${id}`)
    await withWatch({ dataDir, databaseUrl, mode }, (database) => setFourEyes(database, id, chosen))
    output.out(`${SENTENCES[chosen]}\n`)
    return ExitCode.found
  })
  output.setExitCode(code)
}

const SENTENCES: Record<FourEyes, string> = {
  no: 'Desde ahora una decisión vale con una persona.',
  descartes: 'Desde ahora un descarte vale cuando otra persona lo repite.',
  todo: 'Desde ahora toda decisión vale cuando otra persona la repite.',
}

/** `chasqui eventos verificar` */
export const runVerifyEvents = async ({ settings, output }: WatchCommandDeps, flags: VerifyFlags) => {
  const mode = modeOf(flags)
  const code = await explainRefusals(output, async () => {
    const { dataDir, databaseUrl } = await settings(mode)
    const verdicts =
      databaseUrl === '' && !existsSync(watchPath(dataDir)) ? [] : await verifyAll({ dataDir, databaseUrl, mode })
    if (flags.json) printJson(output, verdicts)
    else output.out(verdicts.length === 0 ? 'No hay eventos.\n' : verdicts.map(verdictLine).join(''))
    return verdicts.some(({ problema }) => problema !== null) ? ExitCode.notFound : ExitCode.found
  })
  output.setExitCode(code)
}

type Place = Settings & Pick<Config, 'mode'>

const verifyAll = (place: Place): Promise<EventsVerdict[]> =>
  withWatch(place, async (database, shared) => {
    const keys = await readKeys(place.dataDir, shared)
    const verdicts: EventsVerdict[] = []
    for (const head of await listHeads(database)) verdicts.push(await verifyEvents(database, head, keys))
    return verdicts
  })

const verdictLine = ({ cuenta, eventos, firmados, problema }: EventsVerdict): string =>
  problema === null
    ? `${cuenta}: ${eventos} eventos, enteros y en orden; firmados hasta el ${firmados}.\n`
    : `${cuenta}: ${eventos} eventos. NO ESTÁN ENTEROS: ${problema}.\n`
