import { sqliteTasks } from '../../kernel/sql/sqlite-tasks.ts'
import { serveTasks } from '../../kernel/worker.ts'
import { PROCEDURES } from './procedures.ts'

/** The script of the thread that has the accounts of a folder, so that the event loop of a service never waits for the disk. */
serveTasks(() => sqliteTasks(PROCEDURES))
