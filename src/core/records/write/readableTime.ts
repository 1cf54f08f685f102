/** Unix seconds, which say little to a reader, as a time; times that are written out stay as they are. */
export function readableTime(text: string): string {
	return /^\d{1,11}$/.test(text)
		? new Date(Number(text) * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC')
		: text;
}
