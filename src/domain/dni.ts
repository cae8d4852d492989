/** Eight ASCII digits; leading zeros are part of the number. */
export const isDni = (text: string): boolean => /^[0-9]{8}$/.test(text)
