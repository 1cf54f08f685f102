/** Returns a Buffer view of the same memory. The search functions of Buffer are implemented natively. */
export function asBuffer(bytes: Uint8Array): Buffer {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
