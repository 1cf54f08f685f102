import type { CodesInPlace, ColumnValues } from './table';

export function codesInMemory(values: ColumnValues, records: number): CodesInPlace | undefined {
	if (values.kind !== 'dictionary') {
		return undefined;
	}
	return {
		size: values.size,
		value: (code) => values.value(code),
		read: (room, visit) => {
			const { codes } = values;
			const width = codes instanceof Uint8Array ? 1 : 2;
			const bytes = new Uint8Array(codes.buffer, codes.byteOffset, width * records);
			for (let at = 0; at < bytes.length; at += room.length) {
				const some = bytes.subarray(at, at + room.length);
				room.set(some);
				visit(at / width, some.length / width, width === 1 ? 8 : 16);
			}
		},
	};
}
