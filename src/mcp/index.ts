/** The door of the tools: HTTP and the command line serve them through it. */
export { serveOnStdio } from './serve-stdio.ts'
export { answerHttp, countOtherMessages } from './server.ts'
export { openTools } from './tools.ts'
