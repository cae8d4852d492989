/** Upper case without hyphens or spaces; null unless 6 or 7 letters and digits remain. Positions of letters are not checked. */
export const normalisePlate = (text: string): string | null => {
  const plate = text.toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z0-9]{6,7}$/.test(plate) ? plate : null
}
