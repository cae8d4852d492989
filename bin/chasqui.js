#!/usr/bin/env node
import { run } from './run.js'

await run('src/cli/main.js', process.argv.slice(2), { compiled: true })
