import { serveTasks } from './hands.ts'
import { nameTasks } from './name-tasks.ts'

serveTasks(() => nameTasks)
