import { fileURLToPath } from 'node:url'

/** Whether this module is what was started. `import.meta.main` does not know of a script that `bin/with-runtime.js` runs. */
export const isProgram = (url) => process.argv[1] === fileURLToPath(url)
