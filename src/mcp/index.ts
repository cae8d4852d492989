/** The door of the tools: HTTP and the command line serve them through it. */
export { serveOnStdio } from './serve-stdio.ts'
export { answerHttp, countOtherMessages, openTools } from './server.ts'
