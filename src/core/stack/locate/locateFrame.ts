import { throwIfAborted } from '../../common/cancellation';
import { isLibraryFrame } from '../own/libraryFrame';
import { framePath } from '../trace/framePath';
import type { Frame } from '../trace/model';
import { aroundFrame } from './aroundFrame';
import { type Candidates, candidatesFor, likeliest, packagePath } from './candidates';
import { dartPackageOf } from './dartPackages';
import { type Circumstances, type Judged, judge } from './judge';
import type { FrameQuestion, Located, SourceFile } from './model';
import { maxSourceLength } from './outline/maxSourceLength';
import { certainOf, ranked } from './rank';
import type { SourceWorld } from './sourceWorld';
import { swiftTargetOf } from './swiftPackages';
import { targetOf } from './target';
import { unplaced } from './unplaced';

/** Files of one name that are read at once, the likeliest by their folders first, until one is certain. */
const readAtOnce = 12;
const mostRead = 48;

/**
 * Where a frame leads. Reads the few files that may be it, in turns; every place it answers with is in the index.
 * @throws AppError `cancelled`, and what `world.read` throws when it is aborted
 */
export async function locateFrame(
	question: FrameQuestion,
	world: SourceWorld,
	signal = new AbortController().signal,
): Promise<Located> {
	throwIfAborted(signal);
	const { frame } = question;
	const { index, learned, own } = world;
	const named = candidatesFor(frame, index);
	const none = (): Located => ({ kind: 'none', reason: unplaced(frame, named, index.capped, own) });
	if (index.folders.length === 0) {
		return { kind: 'none', reason: { kind: 'noWorkspace' } };
	}
	if (named.files.length === 0 || (isOfDependency(frame) && own.declares(frame) === undefined)) {
		return none();
	}
	// Of an index that is not whole, no file is known to be the only one.
	const only = named.files.length === 1 && !index.capped;
	const files = likeliest(frame, named.files, mostRead);
	const possible: Judged[] = [];
	for (let start = 0; start < files.length; start += readAtOnce) {
		const reading = files.slice(start, start + readAtOnce).map((file) => readFile(question, file, world, signal));
		const read = await Promise.all(reading);
		throwIfAborted(signal);
		const texts = read.map(({ file: { path }, text }) => ({ path, text: text?.slice(0, maxSourceLength) }));
		const said = await world.ask(aroundFrame(question), texts, signal);
		for (const [place, { file, circumstances }] of read.entries()) {
			const says = said[place];
			const judged = says && judge(frame, file, says, circumstances);
			if (judged && isPossible(judged, named.by)) {
				possible.push(judged);
			}
		}
		const certain = certainOf(possible, { by: named.by, only, frame });
		if (certain !== undefined) {
			if (named.by === 'file') {
				learned.found(question.trace, packagePath(frame), certain.file);
			}
			return { kind: 'target', target: targetOf(certain, frame, only) };
		}
	}
	if (possible.length === 0 || isLibraryFrame(frame, own.declares)) {
		return none();
	}
	const targets = ranked(possible, named.by).slice(0, readAtOnce);
	return { kind: 'several', targets: targets.map((candidate) => targetOf(candidate, frame, only)) };
}

interface ReadFile {
	readonly file: SourceFile;
	readonly text: string | undefined;
	readonly circumstances: Circumstances;
}

async function readFile(
	{ frame, trace }: FrameQuestion,
	file: SourceFile,
	world: SourceWorld,
	signal: AbortSignal,
): Promise<ReadFile> {
	const text = await world.read(file, signal);
	const path = framePath(frame.file);
	const circumstances = {
		dartPackage: await dartPackageOf(path, file, world, signal),
		swiftTarget: swiftTargetOf(file, world.index),
		learned: world.learned.leadsTo(trace, packagePath(frame), file),
		sameProject: world.learned.knowsProject(file),
		open: world.isOpen(file),
		unread: text === undefined,
	};
	return { file, text, circumstances };
}

const dependencies = /(?:^|[/\\])(?:node_modules|\.pub-cache|PackageCache|site-packages|\.cargo)[/\\]/;

/** Whether its path says that a package manager put it there: what is like it in the workspace is something else. */
function isOfDependency({ file }: Frame): boolean {
	return file !== undefined && dependencies.test(file);
}

/** A file of another package is offered only where it may be that the package was renamed. */
function isPossible({ namespace, shared, holdsType, dartPackage, unread }: Judged, by: Candidates['by']): boolean {
	if (unread || dartPackage === 'contradicts') {
		return unread && by === 'file';
	}
	if (namespace === 'contradicts') {
		return shared > 1 && holdsType;
	}
	return by === 'file' || by === 'compiled' || holdsType;
}
