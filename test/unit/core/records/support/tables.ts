import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { FieldTable } from '../../../../../src/core/plan/fields';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import { TableBuilder, type TextLayout } from '../../../../../src/core/records/read/tableBuilder';

export function build(format: 'csv' | 'json', pieces: Iterable<Uint8Array>, layout?: TextLayout): TableBuilder {
	const builder = new TableBuilder(format, 0, new FieldTable(), 0, layout);
	for (const piece of pieces) {
		runSynchronously(builder.push(piece));
	}
	runSynchronously(builder.end());
	return builder;
}

export function buildText(format: 'csv' | 'json', text: string | Uint8Array): TableBuilder {
	return build(format, [typeof text === 'string' ? Buffer.from(text) : text]);
}

/** Returns the values of a record in the in-memory columns. Undefined for raw columns. */
export function remembered({ index }: TableBuilder, number: number): (string | undefined)[] {
	return index.columns.map(({ values }) => {
		if (values.kind === 'raw') {
			return undefined;
		}
		return values.kind === 'number' ? values.text(number) : values.value(values.codes[number] ?? 0);
	});
}

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

export async function openText(folder: string, name: string, text: string | Uint8Array): Promise<FileTable> {
	const path = join(folder, name);
	await writeFile(path, text);
	const table = await FileTable.open(path);
	await table.load(new AbortController().signal, () => undefined);
	return table;
}
