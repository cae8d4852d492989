/** How many bytes a number takes, seven bits in each: its bits by seven, without the branches that would often be guessed wrong. */
export const varintLength = (value: number): number => Math.imul(38 - Math.clz32(value | 1), 37) >>> 8
