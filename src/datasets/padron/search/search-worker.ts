import { serveTasks } from '../../../kernel/worker.ts'
import type { RegisterImage } from '../format/register-image.ts'
import type { NameAnswer, NameQuestion } from '../register.ts'
import { type NameSearch, openNameSearch } from './name-search.ts'

export type SearchTasks = ReturnType<typeof searchTasks>

/** The script of a search thread. The image comes first, then question after question. */
const searchTasks = () => {
  let image: RegisterImage | undefined
  let names: NameSearch | undefined
  const opened = (): NameSearch => {
    if (!image) throw new Error('no image')
    names ??= openNameSearch(image)
    return names
  }
  return {
    open(next: RegisterImage): void {
      image = next
      opened()
    },
    // Opens again when `open` failed, so that a full file table does not spoil the thread for good.
    search: (question: NameQuestion): NameAnswer => opened().search(question),
  }
}

serveTasks(searchTasks)
