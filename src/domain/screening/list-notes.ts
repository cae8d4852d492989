/**
 * What two lists have found for a word, kept on the word itself: one look in one map then tells everything about it. A
 * third list takes the place of the one noted first, so a list that went out of service is forgotten.
 */
export class ListNotes<Note> {
  private firstList: object | null = null
  private first: Note | undefined
  private secondList: object | null = null
  private second: Note | undefined

  of(list: object): Note | undefined {
    if (this.firstList === list) return this.first
    return this.secondList === list ? this.second : undefined
  }

  keep(list: object, note: Note): void {
    if (this.firstList !== null && this.secondList !== null) {
      this.firstList = this.secondList
      this.first = this.second
      this.secondList = null
    }
    if (this.firstList === null) {
      this.firstList = list
      this.first = note
      return
    }
    this.secondList = list
    this.second = note
  }
}
