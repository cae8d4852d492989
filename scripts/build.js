import { build } from '../bin/runtime.js'

build()
