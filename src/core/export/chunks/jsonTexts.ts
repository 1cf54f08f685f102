import type { JsonMember } from '../../scan/jsonSkip';
import { JsonScan } from '../check/jsonScan';

/** Splits `{"data":[…]}` or a bare array into the text of its records. Finds the same records as `JsonScan`. */
export async function* jsonTexts(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[], void, void> {
	let places: { readonly start: number; readonly end: number }[] = [];
	const scan = new JsonScan((start, end) => places.push({ start, end }));
	const held = new HeldBytes();
	let base = 0;
	for await (const chunk of chunks) {
		scan.push(chunk);
		held.push(chunk);
		const [text, first] = [held.bytes, base];
		yield places.map(({ start, end }) => text.subarray(start - first, end - first));
		const last = places.at(-1)?.end ?? base;
		held.drop(last - base);
		base = last;
		places = [];
	}
}

export function withoutMembers(record: Buffer, members: readonly JsonMember[], isGone: (name: string) => boolean) {
	if (!members.some(({ name }) => isGone(name))) {
		return record;
	}
	const parts = [record.subarray(0, members[0]?.start)];
	for (const [index, { name, start, end }] of members.entries()) {
		if (!isGone(name)) {
			// The preceding comma is copied with each member, except before the first member of the result.
			const from = parts.length === 1 ? start : (members[index - 1]?.end ?? start);
			parts.push(record.subarray(from, end));
		}
	}
	parts.push(record.subarray(members.at(-1)?.end));
	return Buffer.concat(parts);
}

class HeldBytes {
	private memory: Buffer = Buffer.alloc(0);
	private length = 0;

	get bytes(): Buffer {
		return this.memory.subarray(0, this.length);
	}

	push(bytes: Uint8Array): void {
		const length = this.length + bytes.length;
		if (length > this.memory.length) {
			const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.memory.length));
			larger.set(this.bytes);
			this.memory = larger;
		}
		this.memory.set(bytes, this.length);
		this.length = length;
	}

	drop(start: number): void {
		if (start > 0) {
			this.memory.copyWithin(0, start, this.length);
			this.length -= start;
		}
	}
}
