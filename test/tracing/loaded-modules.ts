// Loaded first into every thread (`NODE_OPTIONS=--import`): writes down each module that is loaded after it.
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const list = process.env.LOADED_MODULES as string

registerHooks({
  load: (url, context, next) => {
    appendFileSync(list, `${isMainThread ? 'main' : 'thread'} ${url}\n`)
    return next(url, context)
  },
})
