// `npm run build` and `npm pack`: everything that a command needs, so that the folder can be read-only afterwards.
import { copyToDist } from '../bin/build.js'
import { prepare, ROOT } from '../bin/prepare.js'
import { orRefuse } from '../bin/runtime.js'

const { folder } = await orRefuse(() => prepare({ compiled: true }))
await orRefuse(() => copyToDist(ROOT, folder))
