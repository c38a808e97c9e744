import { encodeQR } from 'qr'

/** A QR code as the address of a picture, one pixel per square, with its quiet zone. */
export const qrImage = (text: string): string => encodeQR(text, 'data-url', { ecc: 'medium', border: 4 })
