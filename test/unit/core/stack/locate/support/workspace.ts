import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Located } from '../../../../../../src/core/stack/locate/frameTarget';
import { LearnedRoots } from '../../../../../../src/core/stack/locate/learnedRoots';
import { locateFrame } from '../../../../../../src/core/stack/locate/locateFrame';
import { readSourceEvidence } from '../../../../../../src/core/stack/locate/sourceEvidence';
import { isIndexed } from '../../../../../../src/core/stack/locate/sourceFiles';
import { type IndexedPath, SourceIndex } from '../../../../../../src/core/stack/locate/sourceIndex';
import type { SourceWorld } from '../../../../../../src/core/stack/locate/sourceWorld';
import { noOwnCode } from '../../../../../../src/core/stack/own/ownCode';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';

export interface Folder {
	readonly name: string;
	readonly path: string;
}

export function fixture(name: string): Folder {
	return { name, path: path.resolve('test/fixtures/workspaces', name) };
}

export function diskWorld(...folders: readonly Folder[]): SourceWorld {
	const files = folders.flatMap(({ path: root }, folder) =>
		readdirSync(root, { recursive: true, encoding: 'utf8' })
			.map((name): IndexedPath => ({ folder, path: name.split(path.sep).join('/') }))
			.filter((file) => isIndexed(file.path) && statSync(path.join(root, file.path)).isFile()),
	);
	const index = new SourceIndex(
		folders.map(({ name }) => ({ uri: `file:///workspace/${name}`, name })),
		files,
	);
	return {
		index,
		read: async (file) => {
			const root = folders.find(({ name }) => name === file.folder)?.path;
			return root === undefined ? undefined : readFileSync(path.join(root, file.path), 'utf8');
		},
		ask: readSourceEvidence,
		isOpen: () => false,
		learned: new LearnedRoots(),
		own: noOwnCode,
	};
}

export function memoryWorld(texts: Readonly<Record<string, string>>, name = 'workspace'): SourceWorld {
	return {
		index: new SourceIndex(
			[{ uri: 'file:///workspace', name }],
			Object.keys(texts).map((file) => ({ folder: 0, path: file })),
		),
		read: async (file) => texts[file.path],
		ask: readSourceEvidence,
		isOpen: () => false,
		learned: new LearnedRoots(),
		own: noOwnCode,
	};
}

export async function locateLast(
	texts: Readonly<Record<string, string>>,
	...lines: readonly string[]
): Promise<Located> {
	const trace = parseTrace(lines.join('\n'));
	const frame = trace.sections
		.flatMap((section) => section.lines)
		.filter((line) => line.kind !== 'raw')
		.at(-1);
	assert.ok(frame);
	return locateFrame({ frame, trace }, memoryWorld(texts));
}

export const labelledWorkspaces = [
	'gradle',
	'xcode',
	'flutter',
	'react-native',
	'unity',
	'dotnet',
	'services',
] as const;
