import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../core/common/errors';
import { isDatasetFile } from '../core/database/datasetDocument';
import { onDisk } from '../core/files/diskError';
import { isParquet } from '../core/records/parquet/format/footer';
import { describeForm } from '../core/records/read/form/fileForm';
import { readSample } from '../core/records/read/form/fileSample';
import { getSnippets, type JsonShape, type Snippet, type SnippetFiles } from '../core/records/snippets/snippets';
import { setOfManifest } from '../core/sync/store/setLibrary';
import type { FileForm } from '../shared/results';
import type { EngineApi } from './protocol';

const exportedForm: FileForm = { encoding: 'utf8', delimiter: ',' };

/**
 * Returns code that reads the records in other tools. Databases, compressed files, and empty synced sets aren't
 * supported.
 */
export async function recordsSnippets({
	libraries,
	path,
	columns,
	form,
	shell,
}: EngineApi['recordsSnippets']['params']): Promise<readonly Snippet[]> {
	if (isDatasetFile(path)) {
		return [];
	}
	if (form?.packing) {
		return [];
	}
	const set = await setOfManifest(path, libraries);
	if (!set) {
		return getSnippets({ ...(await describeFile(path, columns, form)), paths: [path], isSynced: false }, shell);
	}
	const partitions = set.days.flatMap(({ partition }) => (partition && partition.rows > 0 ? [partition] : []));
	if (partitions.length === 0) {
		return [];
	}
	const common = {
		paths: partitions.map(({ folder, file }) => join(dirname(path), folder, file)),
		form: exportedForm,
		isSynced: true,
	};
	const json = {
		shape: 'data',
		bytes: Math.max(...partitions.map(({ bytes }) => bytes)),
		columns: [...new Set(partitions.flatMap(({ fields }) => fields))],
	} as const;
	const files: SnippetFiles =
		set.plan.format === 'csv' ? { ...common, format: 'csv' } : { ...common, format: 'json', ...json };
	return getSnippets(files, shell);
}

async function describeFile(path: string, columns: readonly string[], chosen: FileForm | undefined) {
	const { head, more, size } = await onDisk(path, async () => {
		await using file = await open(path);
		const { size } = await file.stat();
		return { ...(await readSample(file, size)), size };
	});
	if (isParquet(head)) {
		return { format: 'parquet', form: exportedForm } as const;
	}
	const detected = describeForm(head, undefined, { more });
	if (typeof detected === 'string') {
		throw new AppError({ kind: 'unreadable', fault: detected, path, code: '' });
	}
	const { format, ...found } = detected;
	const form = chosen ?? found;
	return format === 'csv'
		? ({ format: 'csv', form } as const)
		: ({ format: 'json', form, shape: jsonShape(head.toString()), bytes: size, columns } as const);
}

/** @param head Beginning of the file, at least a few kilobytes */
export function jsonShape(head: string): JsonShape {
	if (/^\s*\[/.test(head)) {
		return 'list';
	}
	return /"data"\s*:\s*\[/.test(head) ? 'data' : 'lines';
}
