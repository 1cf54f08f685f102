import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type FoundSource, findSourceFile } from '../../core/agent/context/findSourceFile';
import { headOfFile } from '../../core/files/headOfFile';
import {
	declarationBytes,
	declaredModules,
	declaredNames,
	declaringFiles,
} from '../../core/stack/locate/declaredNames';
import type { FrameQuestion, Located, SourceFile } from '../../core/stack/locate/frameTarget';
import { LearnedRoots } from '../../core/stack/locate/learnedRoots';
import { firstOwnFrame, locateFrame } from '../../core/stack/locate/locateFrame';
import { maxSourceLength } from '../../core/stack/locate/outline/maxSourceLength';
import { isIndexed } from '../../core/stack/locate/sourceFiles';
import { SourceIndex } from '../../core/stack/locate/sourceIndex';
import type { SourceWorld } from '../../core/stack/locate/sourceWorld';
import { OwnCode } from '../../core/stack/own/ownCode';
import type { Frame, Trace } from '../../core/stack/trace/model';
import { filesBelow } from './filesBelow';

/** Maximum number of indexed files. The names of this many files occupy about 30 MB. */
const maxIndexedFiles = 200_000;

/** Maximum number of source files to read concurrently. More concurrent reads would delay other file access. */
const readAtOnce = 8;

export class FolderFrames {
	private constructor(private readonly world: SourceWorld) {}

	static async of(folder: string, ask: SourceWorld['ask']): Promise<FolderFrames> {
		const { files, capped } = await filesBelow(folder, (path) => isIndexed(`${path}/a.kt`), isIndexed, maxIndexedFiles);
		const uri = pathToFileURL(folder).href.replace(/\/$/, '');
		const index = new SourceIndex(
			[{ uri, name: basename(folder) }],
			files.map((path) => ({ folder: 0, path })),
			capped,
		);
		return new FolderFrames({
			index,
			read: readSource,
			ask,
			isOpen: () => false,
			learned: new LearnedRoots(),
			own: await ownCodeOf(folder, index),
		});
	}

	get own(): OwnCode {
		return this.world.own;
	}

	locate(question: FrameQuestion, signal?: AbortSignal): Promise<Located> {
		return locateFrame(question, this.world, signal);
	}

	find(path: string): Promise<FoundSource> {
		return findSourceFile(path, this.world.index.folders, isFile);
	}

	firstOwn(trace: Trace, signal?: AbortSignal): Promise<Frame | undefined> {
		return firstOwnFrame(trace, this.world, (question) => this.locate(question, signal));
	}
}

async function isFile(uri: string): Promise<boolean> {
	try {
		return (await stat(fileURLToPath(uri))).isFile();
	} catch {
		return false;
	}
}

async function readSource({ uri }: SourceFile): Promise<string | undefined> {
	try {
		const path = fileURLToPath(uri);
		const stats = await stat(path);
		// Files that are too long in any encoding are not read. Encodings use at most four bytes per UTF-16 code unit.
		return stats.isFile() && stats.size <= 4 * maxSourceLength ? await readFile(path, 'utf8') : undefined;
	} catch {
		return undefined;
	}
}

async function ownCodeOf(folder: string, index: SourceIndex): Promise<OwnCode> {
	const files = declaringFiles(index);
	const names = [...declaredModules(index)];
	for (let start = 0; start < files.length; start += readAtOnce) {
		const some = files.slice(start, start + readAtOnce);
		const heads = await Promise.all(some.map(({ path }) => headOf(join(folder, path))));
		names.push(...some.flatMap((file, at) => declaredNames(file, heads[at] ?? '')));
	}
	return new OwnCode(names);
}

async function headOf(path: string): Promise<string> {
	try {
		return new TextDecoder().decode(await headOfFile(path, declarationBytes));
	} catch {
		return '';
	}
}
