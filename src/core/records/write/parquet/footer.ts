import { ConvertedTypes, FieldRepetitionTypes, ParquetTypes } from 'hyparquet/src/constants.js';
import { ByteWriter } from 'hyparquet-writer';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import type { ChunkFacts } from './chunkWriter';

const version = 2;
const createdBy = 'App Errors';

/** Types of the compact protocol of Thrift. */
const i32 = 5;
const i64 = 6;
const binary = 8;
const list = 9;
const struct = 12;
const end = 0;

/** Longer lists have their length behind the head. */
const shortList = 15;

/**
 * The end of a file of Parquet, which tells where all else is. What it says of a group is written when the group is, since
 * with thousands of columns it would be much to write and to hold at the end.
 */
export class Footer {
	private records = 0;
	private readonly groups: Uint8Array[] = [];

	constructor(private readonly columns: readonly string[]) {}

	addGroup(records: number, chunks: readonly ChunkFacts[]): void {
		const sum = (of: 'uncompressed' | 'compressed') => BigInt(chunks.reduce((total, chunk) => total + chunk[of], 0));
		const writer = new ByteWriter();
		const fields = new StructFields(writer);
		fields.list(
			1,
			chunks.map(({ written }) => written),
		);
		fields.i64(2, sum('uncompressed'));
		fields.i64(3, BigInt(records));
		fields.i64(6, sum('compressed'));
		fields.end();
		this.groups.push(writer.getBytes());
		this.records += records;
	}

	written(): Uint8Array {
		const writer = new ByteWriter();
		const fields = new StructFields(writer);
		fields.i32(1, version);
		fields.list(2, this.schema());
		fields.i64(3, BigInt(this.records));
		fields.list(4, this.groups);
		fields.binary(6, Buffer.from(createdBy));
		// Bounds of every column are by the order of its type.
		const byType = structOf({ field_1: {} });
		fields.list(
			7,
			this.columns.map(() => byType),
		);
		fields.end();
		return writer.getBytes();
	}

	private schema(): Uint8Array[] {
		const text = {
			field_1: ParquetTypes.indexOf('BYTE_ARRAY'),
			field_3: FieldRepetitionTypes.indexOf('REQUIRED'),
		};
		return [
			structOf({ field_4: 'records', field_5: this.columns.length }),
			...this.columns.map((name) =>
				structOf({
					...text,
					field_4: name,
					field_6: ConvertedTypes.indexOf('UTF8'),
					field_10: { field_1: {} },
				}),
			),
		];
	}
}

/** Writes the fields of a structure in their order. */
class StructFields {
	private last = 0;

	constructor(private readonly writer: ByteWriter) {}

	i32(id: number, value: number): void {
		this.head(id, i32);
		this.writer.appendZigZag(value);
	}

	i64(id: number, value: bigint): void {
		this.head(id, i64);
		this.writer.appendZigZag(value);
	}

	binary(id: number, bytes: Uint8Array): void {
		this.head(id, binary);
		this.writer.appendVarInt(bytes.length);
		this.writer.appendBytes(bytes);
	}

	/** @param structs As they are written. */
	list(id: number, structs: readonly Uint8Array[]): void {
		this.head(id, list);
		const { length } = structs;
		this.writer.appendUint8((Math.min(length, shortList) << 4) | struct);
		if (length >= shortList) {
			this.writer.appendVarInt(length);
		}
		for (const written of structs) {
			this.writer.appendBytes(written);
		}
	}

	end(): void {
		this.writer.appendUint8(end);
	}

	/** IDs are told by their distance, which is short here. */
	private head(id: number, type: number): void {
		this.writer.appendUint8(((id - this.last) << 4) | type);
		this.last = id;
	}
}

function structOf(fields: Parameters<typeof serializeTCompactProtocol>[1]): Uint8Array {
	const writer = new ByteWriter();
	serializeTCompactProtocol(writer, fields);
	return writer.getBytes();
}
