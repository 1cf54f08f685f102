import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atOnce } from '../../../../../src/core/common/steps';
import { FieldTable } from '../../../../../src/core/plan/fields';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import { TableBuilder } from '../../../../../src/core/records/read/tableBuilder';
import type { Delimiter } from '../../../../../src/shared/results';

/** The index of these bytes, which are given to it piece by piece. */
export function build(format: 'csv' | 'json', pieces: Iterable<Uint8Array>, delimiter?: Delimiter): TableBuilder {
	const builder = new TableBuilder(format, 0, new FieldTable(), 0, delimiter);
	for (const piece of pieces) {
		atOnce(builder.push(piece));
	}
	atOnce(builder.end());
	return builder;
}

export function buildText(format: 'csv' | 'json', text: string | Uint8Array): TableBuilder {
	return build(format, [typeof text === 'string' ? Buffer.from(text) : text]);
}

/** What the columns in memory have for a record; undefined where a column is raw. */
export function remembered({ index }: TableBuilder, number: number): (string | undefined)[] {
	return index.columns.map(({ values }) => {
		if (values.kind === 'raw') {
			return undefined;
		}
		return values.kind === 'number' ? values.text(number) : values.value(values.codes[number] ?? 0);
	});
}

/** What is read from the bytes of all records. */
export function readBack(builder: TableBuilder, bytes: Buffer): string[][] {
	const { index } = builder;
	const decoder = builder.decoder();
	decoder.take(bytes);
	return Array.from({ length: index.records }, (_, number) =>
		decoder.decode(index.start(number), index.start(number) + index.length(number)),
	);
}

export function names({ index }: TableBuilder): string[] {
	return index.columns.map(({ name }) => name);
}

/** A file with this text, opened and read to its end. */
export async function openText(folder: string, name: string, text: string | Uint8Array): Promise<FileTable> {
	const path = join(folder, name);
	await writeFile(path, text);
	const table = await FileTable.open(path);
	await table.load(new AbortController().signal, () => undefined);
	return table;
}
