/** The words of a table: separated by spaces and line ends. */
export const tableWords = (table: string): string[] => table.trim().split(/\s+/)
