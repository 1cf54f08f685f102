import { throwIfAborted } from '../../common/cancellation';
import { isLibraryFrame } from '../own/libraryFrame';
import type { Frame, Trace } from '../trace/model';
import { otherThreads } from '../trace/otherThreads';
import { type Candidates, candidatesFor, likeliest, packagePath } from './candidates';
import type { FrameQuestion, Located } from './frameTarget';
import type { Judged } from './judge';
import { judgeFiles, readAtOnce, readFiles } from './judgeFiles';
import { outlook } from './outlook';
import { certainOf } from './rank';
import type { SourceWorld } from './sourceWorld';
import { isSearched, searchSwift } from './swiftSearch';
import { choiceOf, targetOf } from './targetOf';
import { unplaced } from './unplaced';

/** A trace of more frames of one's own that lead nowhere is not searched to its end. */
const maxTries = 64;
/** A search through texts takes as long as so many look-ups by name. */
const triesOfSearch = 8;

/** Files of one name that are read, the likeliest by their folders first, until one is certain. */
const maxRead = 48;

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
	const searched = await searchSwift(question, world, signal);
	if (searched !== undefined) {
		return searched;
	}
	if (named.files.length === 0 || (isOfDependency(frame) && own.declares(frame) === undefined)) {
		return none();
	}
	// Of an index that is not whole, no file is known to be the only one.
	const only = named.files.length === 1 && !index.capped;
	const files = likeliest(frame, named.files, maxRead);
	const possible: Judged[] = [];
	for (let start = 0; start < files.length; start += readAtOnce) {
		const read = await readFiles(files.slice(start, start + readAtOnce), world, signal);
		const judged = await judgeFiles(question, read, world, signal);
		possible.push(...judged.filter((one) => isPossible(one, named.by)));
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
	return choiceOf(possible, { by: named.by, frame, only });
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

/**
 * The first frame of one's own code in the order of the trace that leads somewhere; undefined when there is none. Threads
 * that did not crash do not count, where the trace tells which one did.
 *
 * @param locate Reads files.
 */
export async function firstOwnFrame(
	trace: Trace,
	{ index, own }: Pick<SourceWorld, 'index' | 'own'>,
	locate: (question: FrameQuestion) => Promise<Located>,
): Promise<Frame | undefined> {
	let tries = 0;
	const others = otherThreads(trace);
	for (const section of trace.sections) {
		for (const frame of others.has(section) ? [] : section.lines) {
			if (frame.kind !== 'raw' && outlook(frame, index, own) === 'own' && tries < maxTries) {
				tries += isSearched(frame, index) ? triesOfSearch : 1;
				if ((await locate({ frame, trace })).kind !== 'none') {
					return frame;
				}
			}
		}
	}
	return undefined;
}
