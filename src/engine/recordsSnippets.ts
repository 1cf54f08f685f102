import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../core/common/errors';
import { isDatasetFile } from '../core/database/datasetDocument';
import { onDisk } from '../core/files/diskError';
import { setOfManifest } from '../core/kept/store/setLibrary';
import { tellForm } from '../core/records/read/fileForm';
import { jsonShape } from '../core/records/snippets/jsonShape';
import { type Snippet, type SnippetFiles, snippetsOf } from '../core/records/snippets/snippets';
import type { FileForm } from '../shared/results';
import type { EngineApi } from './protocol';

/** So much of a file tells how it is written (bytes). */
const headBytes = 65_536;

const exportedForm: FileForm = { encoding: 'utf8', delimiter: ',' };

/** Texts that read records elsewhere; none for a set without records, nor for what is on a server. */
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
	const set = await setOfManifest(path, libraries);
	if (!set) {
		return snippetsOf({ ...(await describeFile(path, columns, form)), paths: [path], isKept: false }, shell);
	}
	const parts = set.days.flatMap(({ part }) => (part && part.rows > 0 ? [part] : []));
	if (parts.length === 0) {
		return [];
	}
	const kept = {
		paths: parts.map(({ folder, file }) => join(dirname(path), folder, file)),
		form: exportedForm,
		isKept: true,
	};
	const json = {
		shape: 'data',
		bytes: Math.max(...parts.map(({ bytes }) => bytes)),
		columns: [...new Set(parts.flatMap(({ fields }) => fields))],
	} as const;
	const files: SnippetFiles =
		set.plan.format === 'csv' ? { ...kept, format: 'csv' } : { ...kept, format: 'json', ...json };
	return snippetsOf(files, shell);
}

async function describeFile(path: string, columns: readonly string[], chosen: FileForm | undefined) {
	const { head, size } = await onDisk(path, async () => {
		await using file = await open(path);
		const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
		return { head: buffer.subarray(0, bytesRead), size: (await file.stat()).size };
	});
	const told = tellForm(head, undefined);
	if (typeof told === 'string') {
		throw new AppError({ kind: 'unreadable', fault: told, path, code: '' });
	}
	const form = chosen ?? told;
	return told.format === 'csv'
		? ({ format: 'csv', form } as const)
		: ({ format: 'json', form, shape: jsonShape(head.toString()), bytes: size, columns } as const);
}
