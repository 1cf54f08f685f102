export function writeInteger(low: number, high: number): string {
	return high === 0 ? String(low) : String((BigInt(high) << 32n) | BigInt(low));
}

export function writeDateTime(seconds: number): string {
	return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
