/** Column values in the Native format. Integers are bigints, and values with a fixed length are hexadecimal strings. */
export type NativeColumns = ReadonlyMap<string, readonly (string | bigint)[]>;

const widths: Readonly<Record<string, number>> = { UInt8: 1, Date: 2, UInt32: 4, UInt64: 8, Int64: 8 };

export function readNative(bytes: Buffer): NativeColumns {
	const columns = new Map<string, (string | bigint)[]>();
	let at = 0;
	const number = () => {
		let value = 0;
		for (let factor = 1; ; factor *= 0x80) {
			const byte = bytes.readUInt8(at++);
			value += (byte & 0x7f) * factor;
			if (byte < 0x80) {
				return value;
			}
		}
	};
	const next = (length: number) => {
		at += length;
		return bytes.subarray(at - length, at);
	};
	const integer = (type: string, width: number) => {
		const value = next(width).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
		return type === 'Int64' ? BigInt.asIntN(64, value) : value;
	};
	while (at < bytes.length) {
		const [count, rows] = [number(), number()];
		for (let column = 0; column < count; column++) {
			const [name, type] = [next(number()).toString(), next(number()).toString()];
			const fixed = Number(/^FixedString\((\d+)\)$/.exec(type)?.[1] ?? 0);
			const width = widths[type] ?? 0;
			if (fixed + width === 0 && type !== 'String') {
				throw new Error(`no test knows the type ${type}`);
			}
			const values = columns.get(name) ?? [];
			columns.set(name, values);
			for (let row = 0; row < rows; row++) {
				values.push(
					fixed > 0 ? next(fixed).toString('hex') : width > 0 ? integer(type, width) : next(number()).toString(),
				);
			}
		}
	}
	return columns;
}
