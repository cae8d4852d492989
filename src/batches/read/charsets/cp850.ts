/**
 * The characters of bytes 0x80 to 0xFF in CP850, the code page of MS-DOS and of the Windows console in Peru. CP437 has the
 * same lower case, Ñ, É and Ü.
 */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅ' +
  'ÉæÆôöòûùÿÖÜø£Ø×ƒ' +
  'áíóúñÑªº¿®¬½¼¡«»' +
  '░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
  '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
  'ÓßÔÒõÕµþÞÚÛÙýÝ¯´' +
  '\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const BEYOND_ASCII = /[\x80-\xff]/g

/** The platform's decoders do not know this code page. */
export const decodeCp850 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(BEYOND_ASCII, (byte) => UPPER_HALF[byte.charCodeAt(0) - 0x80] as string)
