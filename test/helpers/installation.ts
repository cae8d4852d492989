import type { DestinationStream } from 'pino'
import { loadConfig } from '../../src/config.ts'
import type { DatasetId } from '../../src/datasets/index.ts'
import type { LimaClock } from '../../src/domain/lima-time.ts'
import type { Health } from '../../src/domain/records.ts'
import { healthReport } from '../../src/health-report.ts'
import { openLog } from '../../src/kernel/log.ts'
import { type Answers, openAnswers, type Services } from '../../src/services.ts'
import { closeAfterTests, temporaryFolder } from './cleanup.ts'

/** An installation with these settings and these lists alone: real sources, and real lists loaded before it resolves. */
export const installedAnswers = async (
  settings: Record<string, string>,
  only: readonly DatasetId[],
  clock: LimaClock,
): Promise<Answers> => {
  const whenDone = closeAfterTests()
  const config = loadConfig({ CHASQUI_DATASET_FLOOR: '1', CHASQUI_DATA_DIR: temporaryFolder(whenDone), ...settings })
  const answers = await openAnswers(config, clock, openLog({ write: () => {} } as DestinationStream), { only })
  whenDone(() => answers.close())
  // A refresh keeps no process alive by itself; a service has its listener for that.
  const alive = setInterval(() => {}, 60_000)
  await answers.firstEditions().finally(() => clearInterval(alive))
  return answers
}

/** What `/api/health` reports of such an installation. */
export const healthOf = (answers: Answers, startedAt: Date): Health =>
  healthReport({
    ...answers,
    accounts: { isUsable: () => true, storeKind: 'sqlite' },
    version: '0.0.0-test',
    mode: 'live',
    startedAt,
    publication: () => null,
  } as unknown as Services)
