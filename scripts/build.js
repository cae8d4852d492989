// `npm run build` and `npm pack`: everything that a command needs, so that the folder can be read-only afterwards.
import { prepare } from '../bin/prepare.js'
import { orRefuse } from '../bin/runtime.js'

await orRefuse(() => prepare({ compiled: true }))
