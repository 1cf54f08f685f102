import { ByteWriter } from 'hyparquet-writer';
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js';

type Struct = Parameters<typeof serializeTCompactProtocol>[1];

export function thrift(struct: Struct): Buffer {
	const writer = new ByteWriter();
	serializeTCompactProtocol(writer, struct);
	return Buffer.from(writer.getBytes());
}

/** A page with a header that may contradict its bytes. */
export interface RawPage {
	readonly kind: 'data' | 'dictionary';
	readonly values: number;
	readonly bytes: Buffer;
	readonly length?: number;
	/** Number of the encoding in `parquet.thrift`. */
	readonly encoding: number;
}

export const encodings = { plain: 0, runs: 3, dictionary: 8 };

interface RawColumn {
	readonly pages: readonly RawPage[];
	readonly records: number;
	/** Number of the codec in `parquet.thrift`. */
	readonly codec?: number;
	readonly isOptional?: boolean;
}

export function parquetBytes({ pages, records, codec = 0, isOptional = false }: RawColumn): Buffer {
	const mark = Buffer.from('PAR1');
	const body = Buffer.concat([mark, ...pages.map(pageBytes)]);
	const values = BigInt(pages.reduce((sum, page) => sum + (page.kind === 'data' ? page.values : 0), 0));
	const size = BigInt(body.length - mark.length);
	const column = {
		field_1: 6,
		field_2: [0],
		field_3: ['text'],
		field_4: codec,
		field_5: values,
		field_6: size,
		field_7: size,
		field_9: BigInt(mark.length),
	};
	const group = { field_1: [{ field_2: 0n, field_3: column }], field_2: size, field_3: BigInt(records) };
	const schema = [
		{ field_4: 'records', field_5: 1 },
		{ field_1: 6, field_3: isOptional ? 1 : 0, field_4: 'text', field_6: 0 },
	];
	return withFooter(body, thrift({ field_1: 2, field_2: schema, field_3: BigInt(records), field_4: [group] }));
}

export function withFooter(body: Buffer, footer: Buffer): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32LE(footer.length);
	return Buffer.concat([body, footer, length, Buffer.from('PAR1')]);
}

export function plainText(text: string): Buffer {
	const length = Buffer.alloc(4);
	length.writeUInt32LE(Buffer.byteLength(text));
	return Buffer.concat([length, Buffer.from(text)]);
}

/** Returns dictionary codes: a run of `count` zeros. */
export function codeRun(count: number): Buffer {
	const bytes = [1];
	for (let rest = count * 2; ; rest = Math.floor(rest / 128)) {
		if (rest < 128) {
			return Buffer.from([...bytes, rest, 0]);
		}
		bytes.push((rest % 128) + 128);
	}
}

function pageBytes({ kind, values, bytes, length = bytes.length, encoding }: RawPage): Buffer {
	const shape =
		kind === 'data'
			? { field_5: { field_1: values, field_2: encoding, field_3: 3, field_4: 3 } }
			: { field_7: { field_1: values, field_2: encoding } };
	const header = thrift({ field_1: kind === 'data' ? 0 : 2, field_2: length, field_3: bytes.length, ...shape });
	return Buffer.concat([header, bytes]);
}
