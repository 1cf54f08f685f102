import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { headOfFile } from '../../core/files/headOfFile';
import { declaredModules, declaredNames, declaringFiles, headLength } from '../../core/stack/locate/declaredNames';
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

/** Files that are looked at; the names of so many take some 30 MB. */
const maxIndexedFiles = 200_000;

/** So that whatever a person waits for is read between them. */
const readAtOnce = 8;

/** Leads from frames to the files of one folder, as they are when this is made. */
export class FolderFrames {
	private constructor(private readonly world: SourceWorld) {}

	/** @param ask Whoever reads sources. */
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

	/** What the folder declares although it sounds like a library. */
	get own(): OwnCode {
		return this.world.own;
	}

	locate(question: FrameQuestion, signal?: AbortSignal): Promise<Located> {
		return locateFrame(question, this.world, signal);
	}

	firstOwn(trace: Trace, signal?: AbortSignal): Promise<Frame | undefined> {
		return firstOwnFrame(trace, this.world, (question) => this.locate(question, signal));
	}
}

async function readSource({ uri }: SourceFile): Promise<string | undefined> {
	try {
		const path = fileURLToPath(uri);
		const stats = await stat(path);
		// A character of UTF-8 has at most four bytes.
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
		return new TextDecoder().decode(await headOfFile(path, headLength));
	} catch {
		return '';
	}
}
