/** What a page is asked, as plain text values, and what of its answer is open. */
export type Question = Readonly<Record<string, string>>
