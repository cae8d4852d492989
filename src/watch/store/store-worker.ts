import { sqliteTasks } from '../../kernel/sql/sqlite-tasks.ts'
import { serveTasks } from '../../kernel/worker.ts'

/** The script of the thread that has what a folder keeps of the watch, so that the event loop never waits for the disk. */
serveTasks(() => sqliteTasks({}))
