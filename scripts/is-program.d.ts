export const isProgram: (url: string) => boolean
