import { ConvertedTypes, FieldRepetitionTypes, ParquetTypes } from 'hyparquet/src/constants.js';
import { ByteWriter } from 'hyparquet-writer';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';
import { type ChunkFacts, physicalTypes } from './chunkWriter';
import type { ParquetColumnType } from './columnType';

const version = 2;
const createdBy = 'App Errors';

/** Type IDs in the Thrift compact protocol. */
const i32 = 5;
const i64 = 6;
const binary = 8;
const list = 9;
const struct = 12;
const end = 0;

/** Lists with fewer items have their length in the header byte. In other lists, the length follows that byte. */
const shortList = 15;

export interface ParquetColumn {
	readonly name: string;
	readonly type: ParquetColumnType;
}

/**
 * Footer of a Parquet file. The metadata of a row group is serialized when the group is complete, which saves memory
 * and time.
 */
export class Footer {
	private records = 0;
	private readonly groups: Uint8Array[] = [];

	constructor(private readonly columns: readonly ParquetColumn[]) {}

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
		// Declares that the minimum and maximum of each column follow the sort order of its type.
		const byType = structOf({ field_1: {} });
		fields.list(
			7,
			this.columns.map(() => byType),
		);
		fields.end();
		return writer.getBytes();
	}

	private schema(): Uint8Array[] {
		return [
			structOf({ field_4: 'records', field_5: this.columns.length }),
			...this.columns.map(({ name, type }) =>
				structOf({
					field_1: ParquetTypes.indexOf(physicalTypes[type]),
					field_3: FieldRepetitionTypes.indexOf(type === 'text' ? 'REQUIRED' : 'OPTIONAL'),
					field_4: name,
					...annotations[type],
				}),
			),
		];
	}
}

type ThriftFields = Parameters<typeof serializeTCompactProtocol>[1];

const converted = (type: 'UTF8' | 'INT_64' | 'UINT_64') => ConvertedTypes.indexOf(type);

/**
 * Annotations of the column types. Timestamps need a logical type, because they are in microseconds and not adjusted to
 * UTC.
 */
const annotations: Readonly<Record<ParquetColumnType, ThriftFields>> = {
	text: { field_6: converted('UTF8'), field_10: { field_1: {} } },
	boolean: {},
	int64: { field_6: converted('INT_64') },
	uint64: { field_6: converted('UINT_64') },
	timestamp: { field_10: { field_8: { field_1: false, field_2: { field_2: {} } } } },
};

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

	/**
	 * Writes the header of a field. It contains the difference from the previous field ID, which always fits into one
	 * byte here.
	 */
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
