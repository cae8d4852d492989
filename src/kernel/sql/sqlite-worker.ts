import { serveTasks } from '../worker.ts'
import { sqliteTasks } from './sqlite-tasks.ts'

/** The script of a thread that has one SQLite file, so that the event loop of a service never waits for the disk. */
serveTasks(() => sqliteTasks())
