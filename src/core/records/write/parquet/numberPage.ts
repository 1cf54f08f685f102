import { AppError } from '../../../common/errors';
import { type ParquetColumnType, toStored } from './columnType';
import type { ValuePage } from './textPage';

const firstRoom = 65_536;
const numberBytes = 8;

type StoredType = Exclude<ParquetColumnType, 'text'>;

export class NumberBounds {
	private least: bigint | undefined;
	private greatest: bigint | undefined;

	get min(): Uint8Array | undefined {
		return this.least === undefined ? undefined : bytesOf(this.least);
	}

	get max(): Uint8Array | undefined {
		return this.greatest === undefined ? undefined : bytesOf(this.greatest);
	}

	add(value: bigint): void {
		this.least = this.least === undefined || value < this.least ? value : this.least;
		this.greatest = this.greatest === undefined || value > this.greatest ? value : this.greatest;
	}
}

/** Page with 8-byte numbers or 1-bit booleans. */
export class NumberPage implements ValuePage {
	private room = Buffer.alloc(firstRoom);
	private values = 0;

	constructor(
		private readonly type: StoredType,
		private readonly bounds: NumberBounds,
	) {}

	get count(): number {
		return this.values;
	}

	get bytes(): Uint8Array {
		return this.room.subarray(0, this.type === 'boolean' ? Math.ceil(this.values / 8) : numberBytes * this.values);
	}

	/** @throws AppError if the file has changed since the type was determined */
	add(text: string): void {
		const value = toStored(this.type, text);
		if (value === undefined) {
			throw new AppError({ kind: 'unreadable', fault: 'other', path: text, code: 'changed' });
		}
		if ((this.values + 1) * numberBytes > this.room.length) {
			this.room = Buffer.concat([this.room, Buffer.alloc(this.room.length)]);
		}
		if (this.type === 'boolean') {
			const at = this.values >> 3;
			this.room[at] = (this.room[at] ?? 0) | (Number(value) << (this.values & 7));
		} else {
			this.room.writeBigInt64LE(BigInt.asIntN(64, value), numberBytes * this.values);
			this.bounds.add(value);
		}
		this.values++;
	}

	clear(): void {
		this.room.fill(0);
		this.values = 0;
	}
}

function bytesOf(value: bigint): Uint8Array {
	const bytes = Buffer.alloc(numberBytes);
	bytes.writeBigInt64LE(BigInt.asIntN(64, value));
	return bytes;
}
